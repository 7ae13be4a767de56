/**
 * The run over time: a lane for each rank and each node, a bar for each stretch it was there, and
 * how that ended.
 *
 * <p>{@code TimelineViewModel} knows lanes, bars and the stretch of time in sight; {@code
 * LaneGeometry} and {@code TimeScale} turn them into places. What is drawn is only what is in
 * sight, so that a thousand lanes cost as much as a screenful.
 */
@NullMarked
package dev.muster.gui.timeline;

import org.jspecify.annotations.NullMarked;
