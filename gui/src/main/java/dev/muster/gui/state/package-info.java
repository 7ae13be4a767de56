/**
 * How runs and workers stand, in the words and shapes every screen uses: decided once, so that the
 * list, the header and the grid never disagree.
 *
 * <p>Here is also what pages about one run have in common: what they are told of it, and how its
 * events come to them.
 */
@NullMarked
package dev.muster.gui.state;

import org.jspecify.annotations.NullMarked;
