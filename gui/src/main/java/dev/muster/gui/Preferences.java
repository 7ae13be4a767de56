package dev.muster.gui;

import dev.muster.gui.fx.KeyMap;
import dev.muster.gui.fx.Theme;
import dev.muster.gui.fx.ThemeChoice;
import dev.muster.gui.fx.Zoom;

import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;

import java.util.OptionalDouble;

/** What this user wants of every window. FX thread. */
final class Preferences {
    private final ObjectProperty<ThemeChoice> theme =
            new SimpleObjectProperty<>(new ThemeChoice.Always(Theme.DARK));
    private final ObjectProperty<Zoom> zoom = new SimpleObjectProperty<>(Zoom.USUAL);
    private final ObjectProperty<KeyMap> keys = new SimpleObjectProperty<>(KeyMap.USUAL);
    private final ObjectProperty<DockTab> tab = new SimpleObjectProperty<>(DockTab.LOGS);
    private final ObjectProperty<OptionalDouble> ranksHeight =
            new SimpleObjectProperty<>(OptionalDouble.empty());
    private final BooleanProperty software = new SimpleBooleanProperty(false);
    private final BooleanProperty notifies = new SimpleBooleanProperty(true);

    ObjectProperty<ThemeChoice> theme() {
        return theme;
    }

    /** One theme, whatever the desktop has. */
    void wear(Theme always) {
        theme.set(new ThemeChoice.Always(always));
    }

    ObjectProperty<Zoom> zoom() {
        return zoom;
    }

    /** Which keys do what. */
    ObjectProperty<KeyMap> keys() {
        return keys;
    }

    /** The page of the dock that was looked at last, now or when the window was open before. */
    ObjectProperty<DockTab> tab() {
        return tab;
    }

    /** How high somebody made the grid of ranks, in pixels; absent while nobody did. */
    ObjectProperty<OptionalDouble> ranksHeight() {
        return ranksHeight;
    }

    /** Whether the desktop is told what happens while nobody looks at the window. */
    BooleanProperty notifies() {
        return notifies;
    }

    /** Whether windows that start later are drawn without the graphics card. */
    BooleanProperty software() {
        return software;
    }
}
