package dev.muster.gui.fx;

import java.util.Objects;

/** Finds a screen's looks beside its classes. */
public final class Stylesheet {
    private Stylesheet() {}

    /** The URL of {@code file} in the package of {@code screen}, as JavaFX takes it. */
    public static String beside(Class<?> screen, String file) {
        return Objects.requireNonNull(
                        screen.getResource(file),
                        () -> "no %s beside %s".formatted(file, screen.getName()))
                .toExternalForm();
    }
}
