package dev.muster.gui.state;

import java.util.Locale;

/** Amounts of bytes as people read them. */
public final class Sizes {
    private static final String[] UNITS = {"kB", "MB", "GB", "TB"};

    private Sizes() {}

    /** {@code 0 B}, {@code 812 B}, {@code 12.4 kB}, {@code 5.0 GB}. */
    public static String of(long bytes) {
        if (bytes < 1000) return bytes + " B";
        double amount = bytes / 1000.0;
        int unit = 0;
        while (amount >= 999.95 && unit < UNITS.length - 1) {
            amount /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", amount, UNITS[unit]);
    }
}
