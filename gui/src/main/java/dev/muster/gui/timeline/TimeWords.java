package dev.muster.gui.timeline;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Instants by the clock of the one who reads them. */
final class TimeWords {
    private static final DateTimeFormatter EXACT =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private TimeWords() {}

    /** {@code 12:04:31.120}. */
    static String exact(Instant at, ZoneId zone) {
        return EXACT.format(at.atZone(zone));
    }

    /** {@code 12:04:31}. */
    static String clock(Instant at, ZoneId zone) {
        return CLOCK.format(at.atZone(zone));
    }
}
