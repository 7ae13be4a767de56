/**
 * The main window: it wires the screens together by their constructors, and is the only place that
 * knows them all.
 *
 * <p>{@code Cockpit} is the application and owns the stage; a {@code CockpitWindow} is what the
 * stage shows for one session; {@code CockpitViewModel} takes the session's snapshots apart and
 * hands them to the screens.
 */
@NullMarked
package dev.muster.gui;

import org.jspecify.annotations.NullMarked;
