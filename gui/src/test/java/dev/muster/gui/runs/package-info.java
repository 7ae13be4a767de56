/** The list of runs, without pixels. */
@NullMarked
package dev.muster.gui.runs;

import org.jspecify.annotations.NullMarked;
