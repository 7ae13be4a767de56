package dev.muster.gui.usage;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The time that all charts share, from their first point to their last, but a minute at least. */
record TimeAxis(Instant from, Instant to) {
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter MINUTES =
            DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final List<Duration> STEPS =
            List.of(
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(2),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(30),
                    Duration.ofHours(1),
                    Duration.ofHours(2),
                    Duration.ofHours(6),
                    Duration.ofHours(12),
                    Duration.ofDays(1));

    static TimeAxis of(Instant first, Instant last) {
        return Duration.between(first, last).compareTo(SHORTEST) >= 0
                ? new TimeAxis(first, last)
                : new TimeAxis(last.minus(SHORTEST), last);
    }

    /** How far along a moment is, 0 to 1. */
    double share(Instant at) {
        double whole = Duration.between(from, to).toMillis();
        return Math.clamp(Duration.between(from, at).toMillis() / whole, 0.0, 1.0);
    }

    /** Round moments of the day, at most {@code most} of them. */
    List<Instant> marks(int most, ZoneId zone) {
        Duration step =
                STEPS.stream()
                        .filter(each -> Duration.between(from, to).dividedBy(each) < most)
                        .findFirst()
                        .orElse(STEPS.getLast());
        long offset = zone.getRules().getOffset(from).getTotalSeconds();
        long size = step.toSeconds();
        long first = Math.ceilDiv(from.getEpochSecond() + offset, size) * size - offset;
        var marks = new ArrayList<Instant>();
        for (long at = first; at <= to.getEpochSecond(); at += size) {
            marks.add(Instant.ofEpochSecond(at));
        }
        return marks;
    }

    /** With seconds where they matter. */
    String words(Instant at, ZoneId zone) {
        boolean isShort = Duration.between(from, to).compareTo(Duration.ofMinutes(3)) < 0;
        return (isShort ? SECONDS : MINUTES).format(at.atZone(zone));
    }

    static String exact(Instant at, ZoneId zone) {
        return SECONDS.format(at.atZone(zone));
    }
}
