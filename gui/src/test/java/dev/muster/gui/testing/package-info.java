/** Runs made of events, and a session that shows what it is told to. */
@NullMarked
package dev.muster.gui.testing;

import org.jspecify.annotations.NullMarked;
