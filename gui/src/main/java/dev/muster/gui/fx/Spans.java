package dev.muster.gui.fx;

import java.time.Duration;

/** Lengths of time as people read them. */
public final class Spans {
    private Spans() {}

    /** {@code 12 s}, {@code 3 min 12 s}, {@code 2 h 04 min}, {@code 3 d 07 h}. */
    public static String words(Duration span) {
        long seconds = Math.max(0, span.toSeconds());
        if (seconds < 60) return seconds + " s";
        if (seconds < 3600) return "%d min %02d s".formatted(seconds / 60, seconds % 60);
        if (seconds < 86_400) return "%d h %02d min".formatted(seconds / 3600, seconds / 60 % 60);
        return "%d d %02d h".formatted(seconds / 86_400, seconds / 3600 % 24);
    }

    /** {@code 00:12:31}; hours run past 24. */
    public static String clock(Duration span) {
        long seconds = Math.max(0, span.toSeconds());
        return "%02d:%02d:%02d".formatted(seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    /**
     * Time until something happens, rounded up: 26.4 s read {@code 27 s}. A countdown is in seconds
     * while they can be followed.
     */
    public static String left(Duration span) {
        long seconds = (Math.max(0, span.toMillis()) + 999) / 1000;
        return seconds < 120 ? seconds + " s" : words(Duration.ofSeconds(seconds));
    }
}
