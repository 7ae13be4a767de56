/** The list of runs at the left: one line of truth per run. */
@NullMarked
package dev.muster.gui.runs;

import org.jspecify.annotations.NullMarked;
