package dev.muster.gui.palette;

import java.util.Optional;

/**
 * Something to be found.
 *
 * @param name what is searched and read
 * @param aside what tells it from others, or which key does the same; may be empty
 * @param asideIsKey whether {@code aside} is a key
 * @param hindrance why it cannot be picked now; absent when it can
 * @param isCommon whether it is offered before anything was typed
 */
public record Entry(
        String name,
        String aside,
        boolean asideIsKey,
        Optional<String> hindrance,
        boolean isCommon,
        Runnable deed) {
    /** Somewhere to go, which is always possible. */
    public static Entry place(String name, String aside, boolean isCommon, Runnable deed) {
        return new Entry(name, aside, false, Optional.empty(), isCommon, deed);
    }
}
