/** The window as a whole: its wiring, its keys, and how its screens look. */
@NullMarked
package dev.muster.gui;

import org.jspecify.annotations.NullMarked;
