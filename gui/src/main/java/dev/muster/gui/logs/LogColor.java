package dev.muster.gui.logs;

import javafx.scene.paint.Color;

import java.util.Locale;

/** The colours of the log; each is a CSS property of the canvas, {@code -log-text} and so on. */
enum LogColor {
    TEXT("#e6edf3"),
    BACKGROUND("#0d1117"),
    GUTTER("#6e7681"),
    ERROR("#e5573d"),
    WARNING("#e0b94a"),
    /** Glyphs that stand for control characters, and the mark of a folded line. */
    CONTROL("#e5893b"),
    SELECTION("#4493f84d"),
    /** Who printed a line. */
    RANK("#8b949e"),
    /** What happened between lines. */
    RULE("#4493f8"),
    /** Behind what is looked for. */
    HIT("#e0b94a55"),
    /** Behind the row that somebody was led to. */
    CURRENT("#e0b94a24"),
    BLACK("#8b949e"),
    RED("#e5573d"),
    GREEN("#3fb98a"),
    YELLOW("#e0b94a"),
    BLUE("#5a8dee"),
    MAGENTA("#b083f0"),
    CYAN("#58b6e8"),
    WHITE("#e6edf3");

    private final Color otherwise;

    LogColor(String otherwise) {
        this.otherwise = Color.web(otherwise);
    }

    /** The name of its CSS property. */
    String property() {
        return "-log-" + name().toLowerCase(Locale.ROOT);
    }

    /** What it is where no stylesheet says. */
    Color otherwise() {
        return otherwise;
    }
}
