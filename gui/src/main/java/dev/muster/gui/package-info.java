/** The main window: it wires the screens together by their constructors. */
@NullMarked
package dev.muster.gui;

import org.jspecify.annotations.NullMarked;
