package dev.muster.agent.history;

import java.util.Locale;

/** A number of bytes as people say it. */
public final class ByteWords {
    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private ByteWords() {}

    /** At most three digits before the point, one behind it: {@code 1.5 GiB}. */
    public static String of(long bytes) {
        double number = bytes;
        int unit = 0;
        while (number >= 1024 && unit < UNITS.length - 1) {
            number /= 1024;
            unit++;
        }
        return unit == 0
                ? bytes + " bytes"
                : String.format(Locale.ROOT, "%.1f %s", number, UNITS[unit]);
    }
}
