/**
 * Keeps the window alive: notices when its thread stands still, and when the graphics card does not
 * bring it up.
 */
@NullMarked
package dev.muster.gui.watch;

import org.jspecify.annotations.NullMarked;
