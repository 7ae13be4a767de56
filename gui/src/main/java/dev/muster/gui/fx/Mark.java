package dev.muster.gui.fx;

import java.util.Locale;

/**
 * The states of runs and workers as they look: each has a shape of its own and a colour, and never
 * stands without its word (spec/peers §3).
 */
public enum Mark {
    /** A dashed ring. */
    EXPECTED,
    /** A ring with one quarter filled. */
    STARTING,
    /** A disc. */
    RUNNING,
    /** A diamond. */
    SILENT,
    /** A square, half filled. */
    STOPPING,
    /** A square, half filled. */
    STOPPED,
    /** A bold cross: the culprit. */
    FAILED,
    /** A thin cross: went down with the culprit. */
    COLLATERAL,
    /** A tick. */
    DONE;

    /** The class in {@code theme.css} that carries shape and colour. */
    public String styleClass() {
        return "mark-" + name().toLowerCase(Locale.ROOT);
    }
}
