/**
 * The live log of one worker: its two streams apart, each the tail of a file that may be large.
 *
 * <p>Bytes flow one way. A {@link dev.muster.gui.logs.LogReader} owns a thread, and on it a {@link
 * dev.muster.gui.logs.LogDocument}: which bytes are there, where lines begin, what a screenful of
 * them looks like. It hands a {@link dev.muster.gui.logs.LogState} to the FX thread at most once
 * per pulse. {@link dev.muster.gui.logs.StreamViewModel} decides what is shown of it, and {@link
 * dev.muster.gui.logs.LogCanvas} draws that. Back go only viewports: which lines the screen would
 * like to see.
 *
 * <p>A place in a log is the byte offset at which its line begins. That is stable however the file
 * grows, needs no index, and makes the middle of a file of many gigabytes as near as its end.
 */
@NullMarked
package dev.muster.gui.logs;

import org.jspecify.annotations.NullMarked;
