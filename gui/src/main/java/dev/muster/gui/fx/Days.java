package dev.muster.gui.fx;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Points in time as a list has them: no longer than it takes to tell them apart. */
public record Days(ZoneId zone) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);

    /** {@code 18:40}, {@code yesterday}, {@code 3 Mar}, {@code 2024-03-03}. */
    public String of(Instant moment, Instant now) {
        ZonedDateTime then = moment.atZone(zone);
        LocalDate today = now.atZone(zone).toLocalDate();
        LocalDate day = then.toLocalDate();
        if (!day.isBefore(today)) return TIME.format(then);
        if (day.equals(today.minusDays(1))) return "yesterday";
        return day.getYear() == today.getYear() ? DAY.format(then) : day.toString();
    }

    public String time(Instant moment) {
        return TIME.format(moment.atZone(zone));
    }

    /** The time of day too, for one of many: {@code yesterday 18:40}. */
    public String exactly(Instant moment, Instant now) {
        String day = of(moment, now);
        String time = time(moment);
        return day.equals(time) ? time : day + " " + time;
    }
}
