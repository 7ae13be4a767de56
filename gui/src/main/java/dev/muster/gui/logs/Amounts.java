package dev.muster.gui.logs;

import java.util.Locale;

/** Sizes and counts as people read them. */
final class Amounts {
    private static final String[] UNITS = {"kB", "MB", "GB", "TB"};

    private Amounts() {}

    /** {@code 0 B}, {@code 812 B}, {@code 12.4 kB}, {@code 5.0 GB}. */
    static String bytes(long bytes) {
        if (bytes < 1000) return bytes + " B";
        double amount = bytes / 1000.0;
        int unit = 0;
        while (amount >= 999.95 && unit < UNITS.length - 1) {
            amount /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", amount, UNITS[unit]);
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
