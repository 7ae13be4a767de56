/** Where ranks stand, without pixels. */
@NullMarked
package dev.muster.gui.stacks;

import org.jspecify.annotations.NullMarked;
