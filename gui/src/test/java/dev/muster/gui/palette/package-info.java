@NullMarked
package dev.muster.gui.palette;

import org.jspecify.annotations.NullMarked;
