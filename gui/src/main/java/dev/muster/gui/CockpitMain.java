package dev.muster.gui;

import javafx.application.Application;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;

/**
 * Where {@code muster}, {@code muster open} and {@code muster demo} begin. Not an {@code
 * Application} itself: the JVM starts those only with JavaFX on the module path.
 */
public final class CockpitMain {
    private static final Logger LOG = LoggerFactory.getLogger(CockpitMain.class);
    private static final int BROKEN = 1;
    private static final int USAGE = 2;
    private static final int UNAVAILABLE = 69;

    private CockpitMain() {}

    public static void main(String[] words) {
        if (CockpitCall.of(List.of(words)) instanceof CockpitCall.Unknown(var sentence)) {
            exit(USAGE, sentence);
        }
        Cockpit.rendering().begin();
        try {
            Application.launch(Cockpit.class, words);
        } catch (UnsupportedOperationException e) {
            exit(UNAVAILABLE, "no window can be opened here: " + e.getMessage());
        } catch (RuntimeException e) {
            LOG.debug("the cockpit did not start", e);
            exit(BROKEN, "the cockpit did not start: " + root(e).getMessage());
        }
    }

    /** JavaFX wraps what went wrong in the application's start; the cause is what helps. */
    private static Throwable root(Throwable wrapped) {
        Throwable cause = wrapped.getCause();
        return cause == null ? wrapped : root(cause);
    }

    @SuppressWarnings("SystemOut") // a sentence for the terminal it was called from
    private static void exit(int code, String sentence) {
        System.err.println("muster: " + sentence);
        System.exit(code);
    }
}
