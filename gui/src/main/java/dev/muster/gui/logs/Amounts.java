package dev.muster.gui.logs;

import dev.muster.gui.state.Sizes;

import java.util.Locale;

/** Sizes and counts as people read them. */
final class Amounts {
    private Amounts() {}

    /** {@code 0 B}, {@code 812 B}, {@code 12.4 kB}, {@code 5.0 GB}. */
    static String bytes(long bytes) {
        return Sizes.of(bytes);
    }

    /** {@code 1 line}, {@code 1,234 lines}. */
    static String lines(long lines) {
        return count(lines, "line");
    }

    /** {@code 1 new line}, {@code 38 new lines}. */
    static String newLines(long lines) {
        return count(lines, "new line");
    }

    private static String count(long count, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
    }
}
