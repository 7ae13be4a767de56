/** What can be done with runs of the past beside looking at them: compare two, delete one. */
@NullMarked
package dev.muster.gui.history;

import org.jspecify.annotations.NullMarked;
