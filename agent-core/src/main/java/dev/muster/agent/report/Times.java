package dev.muster.agent.report;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Moments in the words of one time zone. */
record Times(ZoneId zone) {
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("d MMM uuuu HH:mm:ss", Locale.ENGLISH);
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    /** {@code 1 Mar 2026 12:00:00}. */
    String moment(Instant at) {
        return MOMENT.format(at.atZone(zone));
    }

    /** {@code 12:00:00.250}. */
    String clock(Instant at) {
        return CLOCK.format(at.atZone(zone));
    }
}
