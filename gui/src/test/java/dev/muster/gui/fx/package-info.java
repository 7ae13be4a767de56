/** The parts every screen is made of. */
@NullMarked
package dev.muster.gui.fx;

import org.jspecify.annotations.NullMarked;
