package dev.muster.gui;

import java.util.Optional;
import java.util.concurrent.CompletionException;

/** What made a stage fail, for people. */
final class Broken {
    private Broken() {}

    /** Whole, with its full stop. */
    static String sentence(Throwable broken) {
        Throwable cause =
                broken instanceof CompletionException e && e.getCause() != null
                        ? e.getCause()
                        : broken;
        String message = Optional.ofNullable(cause.getMessage()).orElse(cause.toString());
        return message.endsWith(".") ? message : message + ".";
    }
}
