/**
 * How runs and workers stand, in the words and shapes every screen uses: decided once, so that the
 * list, the header and the grid never disagree.
 */
@NullMarked
package dev.muster.gui.state;

import org.jspecify.annotations.NullMarked;
