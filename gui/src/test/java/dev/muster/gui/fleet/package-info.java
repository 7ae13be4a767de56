/** The fleet, without pixels. */
@NullMarked
package dev.muster.gui.fleet;

import org.jspecify.annotations.NullMarked;
