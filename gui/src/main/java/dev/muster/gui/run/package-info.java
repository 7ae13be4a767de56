/** The head of a run: what it is, what is going on and why, and what can be done about it. */
@NullMarked
package dev.muster.gui.run;

import org.jspecify.annotations.NullMarked;
