package dev.muster.gui;

import javafx.application.Application;

import java.util.List;

/**
 * Where {@code muster}, {@code muster open} and {@code muster demo} begin. Not an {@code
 * Application} itself: the JVM starts those only with JavaFX on the module path.
 */
public final class CockpitMain {
    private static final int USAGE = 2;
    private static final int UNAVAILABLE = 69;

    private CockpitMain() {}

    public static void main(String[] words) {
        if (CockpitCall.of(List.of(words)) instanceof CockpitCall.Unknown(var sentence)) {
            exit(USAGE, sentence);
        }
        try {
            Application.launch(Cockpit.class, words);
        } catch (UnsupportedOperationException e) {
            exit(UNAVAILABLE, "no window can be opened here: " + e.getMessage());
        }
    }

    @SuppressWarnings("SystemOut") // a sentence for the terminal it was called from
    private static void exit(int code, String sentence) {
        System.err.println("muster: " + sentence);
        System.exit(code);
    }
}
