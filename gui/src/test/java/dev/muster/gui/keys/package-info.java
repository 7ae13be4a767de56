@NullMarked
package dev.muster.gui.keys;

import org.jspecify.annotations.NullMarked;
