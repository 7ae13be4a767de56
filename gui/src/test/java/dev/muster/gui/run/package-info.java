/** The head of a run, without pixels. */
@NullMarked
package dev.muster.gui.run;

import org.jspecify.annotations.NullMarked;
