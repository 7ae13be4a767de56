/** Charts, without pixels. */
@NullMarked
package dev.muster.gui.usage;

import org.jspecify.annotations.NullMarked;
