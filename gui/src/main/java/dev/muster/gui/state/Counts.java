package dev.muster.gui.state;

import java.util.Locale;

/** Numbers with their nouns. */
public final class Counts {
    private Counts() {}

    /** {@code 1 rank}, {@code 4 ranks}, {@code 1,024 ranks}. */
    public static String of(int count, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
    }
}
