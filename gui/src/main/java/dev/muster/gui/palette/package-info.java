/**
 * Everything the window can do or show, found by a few letters of its name.
 *
 * <p>The window says what there is; here it is matched, put in order and picked.
 */
@NullMarked
package dev.muster.gui.palette;

import org.jspecify.annotations.NullMarked;
