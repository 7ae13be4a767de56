package dev.muster.gui.fx;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;

import javafx.application.Application;
import javafx.scene.Scene;

import java.util.Locale;
import java.util.Optional;

/** Dark or light. */
public enum Theme {
    DARK,
    LIGHT;

    private static final String LIGHT_CLASS = "light";

    /** The theme of that word; absent when it is none of ours. */
    public static Optional<Theme> named(String word) {
        for (Theme theme : values()) {
            if (theme.word().equals(word)) return Optional.of(theme);
        }
        return Optional.empty();
    }

    /** {@code dark} or {@code light}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public Theme other() {
        return this == DARK ? LIGHT : DARK;
    }

    /**
     * Dresses a scene, whatever it wore before. FX thread. The base theme is the whole
     * application's, because tooltips and menus live in scenes of their own.
     */
    public void dress(Scene scene) {
        Application.setUserAgentStylesheet(
                this == DARK
                        ? new PrimerDark().getUserAgentStylesheet()
                        : new PrimerLight().getUserAgentStylesheet());
        String ours = Stylesheet.beside(Theme.class, "theme.css");
        if (!scene.getStylesheets().contains(ours)) scene.getStylesheets().add(0, ours);
        var classes = scene.getRoot().getStyleClass();
        classes.remove(LIGHT_CLASS);
        if (this == LIGHT) classes.add(LIGHT_CLASS);
    }
}
