/** What one sees before the first run: the two ways to begin. */
@NullMarked
package dev.muster.gui.welcome;

import org.jspecify.annotations.NullMarked;
