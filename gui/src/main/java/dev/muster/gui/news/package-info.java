/** What the desktop is told of runs while nobody looks at the window. */
@NullMarked
package dev.muster.gui.news;

import org.jspecify.annotations.NullMarked;
