package dev.muster.gui.fx;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;

import javafx.application.Application;
import javafx.scene.Scene;

import java.util.Optional;

/** Which colours the window wears. Every state has its shape and its word in all of them. */
public enum Theme {
    DARK("dark", "Dark"),
    LIGHT("light", "Light"),
    /** White on black, with lines that are seen from afar. */
    HIGH_CONTRAST("high-contrast", "High contrast"),
    /** States in hues that eyes tell apart which do not see red, green or blue (Okabe and Ito). */
    COLOUR_BLIND("colour-blind", "Safe for colour-blind eyes");

    private final String word;
    private final String title;

    Theme(String word, String title) {
        this.word = word;
        this.title = title;
    }

    /** The theme of that word; absent when it is none of ours. */
    public static Optional<Theme> named(String word) {
        for (Theme theme : values()) {
            if (theme.word.equals(word)) return Optional.of(theme);
        }
        return Optional.empty();
    }

    /** One word; also the class of the scene's root, except of the dark one. */
    public String word() {
        return word;
    }

    /** What people read. */
    public String title() {
        return title;
    }

    /** Dark for what is light, and light for all others. */
    public Theme other() {
        return this == LIGHT ? DARK : LIGHT;
    }

    /**
     * Dresses a scene, whatever it wore before. FX thread. The base theme is the whole
     * application's, because tooltips and menus live in scenes of their own.
     */
    public void dress(Scene scene) {
        Application.setUserAgentStylesheet(
                this == LIGHT
                        ? new PrimerLight().getUserAgentStylesheet()
                        : new PrimerDark().getUserAgentStylesheet());
        String ours = Stylesheet.beside(Theme.class, "theme.css");
        if (!scene.getStylesheets().contains(ours)) scene.getStylesheets().add(0, ours);
        var classes = scene.getRoot().getStyleClass();
        for (Theme theme : values()) classes.remove(theme.word);
        if (this != DARK) classes.add(word);
    }
}
