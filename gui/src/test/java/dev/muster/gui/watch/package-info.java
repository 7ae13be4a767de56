@NullMarked
package dev.muster.gui.watch;

import org.jspecify.annotations.NullMarked;
