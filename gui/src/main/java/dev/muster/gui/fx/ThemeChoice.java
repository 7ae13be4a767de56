package dev.muster.gui.fx;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the user wants to look at: one theme, or what the desktop has. */
public sealed interface ThemeChoice {
    /** Dark or light, as the desktop is, where it says so. */
    record AsSystem() implements ThemeChoice {}

    record Always(Theme theme) implements ThemeChoice {}

    /** All there are, in the order in which they are offered. */
    static List<ThemeChoice> all() {
        var all = new ArrayList<ThemeChoice>();
        for (var theme : Theme.values()) all.add(new Always(theme));
        all.add(new AsSystem());
        return List.copyOf(all);
    }

    /** The choice of that word; absent when it is none of ours. */
    static Optional<ThemeChoice> named(String word) {
        return all().stream().filter(choice -> choice.word().equals(word)).findFirst();
    }

    /** By which it is remembered. */
    default String word() {
        return switch (this) {
            case AsSystem() -> "system";
            case Always(var theme) -> theme.word();
        };
    }

    /** What people read. */
    default String title() {
        return switch (this) {
            case AsSystem() -> "Dark or light, as the desktop";
            case Always(var theme) -> theme.title();
        };
    }

    /** The theme to wear on a desktop that is light, or is not. */
    default Theme on(boolean lightDesktop) {
        return switch (this) {
            case AsSystem() -> lightDesktop ? Theme.LIGHT : Theme.DARK;
            case Always(var theme) -> theme;
        };
    }
}
