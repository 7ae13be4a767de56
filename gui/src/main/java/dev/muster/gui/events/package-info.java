/** All that happened to the run, event by event, as far as somebody wants to see it. */
@NullMarked
package dev.muster.gui.events;

import org.jspecify.annotations.NullMarked;
