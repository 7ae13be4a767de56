/** The fleet, without pixels. */
@NullMarked
package dev.muster.gui.history;

import org.jspecify.annotations.NullMarked;
