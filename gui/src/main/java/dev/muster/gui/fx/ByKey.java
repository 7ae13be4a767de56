package dev.muster.gui.fx;

import javafx.scene.Node;

import java.util.Optional;

/**
 * Controls that the Tab key passes over, because a key does the same from where the keyboard is. FX
 * thread.
 */
public final class ByKey {
    private static final String KEY = ByKey.class.getName();

    private ByKey() {}

    /** Lets Tab pass over {@code control}; {@code key} does the same. */
    public static void instead(Node control, String key) {
        control.setFocusTraversable(false);
        control.getProperties().put(KEY, key);
        control.setAccessibleHelp("%s does the same".formatted(key));
    }

    /** The key that does the same as a control; absent for most. */
    public static Optional<String> of(Node control) {
        return control.hasProperties() && control.getProperties().get(KEY) instanceof String key
                ? Optional.of(key)
                : Optional.empty();
    }
}
