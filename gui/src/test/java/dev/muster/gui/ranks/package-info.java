/** The rank grid, without pixels. */
@NullMarked
package dev.muster.gui.ranks;

import org.jspecify.annotations.NullMarked;
