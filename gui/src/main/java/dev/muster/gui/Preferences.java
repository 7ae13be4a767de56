package dev.muster.gui;

import dev.muster.gui.fx.KeyMap;
import dev.muster.gui.fx.Theme;

import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;

/** What this user wants of every window. FX thread. */
final class Preferences {
    private final ObjectProperty<Theme> theme = new SimpleObjectProperty<>(Theme.DARK);
    private final ObjectProperty<KeyMap> keys = new SimpleObjectProperty<>(KeyMap.USUAL);
    private final ObjectProperty<DockTab> tab = new SimpleObjectProperty<>(DockTab.LOGS);

    ObjectProperty<Theme> theme() {
        return theme;
    }

    /** Which keys do what. */
    ObjectProperty<KeyMap> keys() {
        return keys;
    }

    /** The page of the dock that was looked at last, now or when the window was open before. */
    ObjectProperty<DockTab> tab() {
        return tab;
    }
}
