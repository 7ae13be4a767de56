package dev.muster.gui.events;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Times of a run: those of its first day by the clock alone, later ones with the days since. */
record RowTimes(LocalDate firstDay, ZoneId zone) {
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    static RowTimes from(Instant first, ZoneId zone) {
        return new RowTimes(LocalDate.ofInstant(first, zone), zone);
    }

    /** {@code 12:04:31.120}, {@code +2d 00:10:05.003}. */
    String of(Instant at) {
        var there = at.atZone(zone);
        long days = ChronoUnit.DAYS.between(firstDay, there.toLocalDate());
        String clock = CLOCK.format(there);
        return days == 0 ? clock : "%+dd %s".formatted(days, clock);
    }
}
