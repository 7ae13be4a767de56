@NullMarked
package dev.muster.gui.failure;

import org.jspecify.annotations.NullMarked;
