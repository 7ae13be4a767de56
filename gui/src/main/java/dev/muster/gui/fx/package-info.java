/**
 * What every screen is made of: the two themes, the fonts, the shapes of states, the hop to the FX
 * thread, and the small controls that no toolkit brings.
 *
 * <p>Nothing here knows a run, a rank or an agent. Colours and sizes stand in {@code theme.css} as
 * looked-up names beginning with {@code -m-}; screens use those names and no others.
 */
@NullMarked
package dev.muster.gui.fx;

import org.jspecify.annotations.NullMarked;
