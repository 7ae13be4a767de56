package dev.muster.gui.timeline;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** Round times for an axis, by the clock of the one who reads it. */
final class TimeTicks {
    /** One place on the axis. */
    record Tick(Instant at, String label) {}

    private static final double LEAST_GAP = 90;

    private static final List<Duration> STEPS =
            LongStream.of(
                            10,
                            20,
                            50,
                            100,
                            200,
                            500,
                            1_000,
                            2_000,
                            5_000,
                            10_000,
                            15_000,
                            30_000,
                            60_000,
                            120_000,
                            300_000,
                            600_000,
                            900_000,
                            1_800_000,
                            3_600_000,
                            7_200_000,
                            10_800_000,
                            21_600_000,
                            43_200_000,
                            86_400_000)
                    .mapToObj(Duration::ofMillis)
                    .toList();

    private static final DateTimeFormatter FINE = pattern("HH:mm:ss.SSS");
    private static final DateTimeFormatter SECONDS = pattern("HH:mm:ss");
    private static final DateTimeFormatter MINUTES = pattern("HH:mm");
    private static final DateTimeFormatter DAYS = pattern("d MMM");

    private TimeTicks() {}

    private static DateTimeFormatter pattern(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
    }

    static List<Tick> of(TimeScale scale, ZoneId zone) {
        Duration step = step(scale);
        var ticks = new ArrayList<Tick>();
        Instant at = firstAfter(scale.from(), step, zone);
        for (; !at.isAfter(scale.to()); at = at.plus(step)) {
            ticks.add(new Tick(at, label(at, step, zone)));
        }
        return ticks;
    }

    private static Duration step(TimeScale scale) {
        double most = Math.max(1, scale.width() / LEAST_GAP);
        long least = (long) (scale.span().toMillis() / most);
        return STEPS.stream()
                .filter(each -> each.toMillis() >= least)
                .findFirst()
                .orElseGet(() -> Duration.ofDays(1 + least / Duration.ofDays(1).toMillis()));
    }

    /** Counted from midnight there, so that hours stand at hours. */
    private static Instant firstAfter(Instant from, Duration step, ZoneId zone) {
        Instant midnight = from.atZone(zone).toLocalDate().atStartOfDay(zone).toInstant();
        long since = Duration.between(midnight, from).toNanos();
        long steps = Math.ceilDiv(since, step.toNanos());
        return midnight.plus(step.multipliedBy(steps));
    }

    private static String label(Instant at, Duration step, ZoneId zone) {
        var there = at.atZone(zone);
        if (there.toLocalTime().toNanoOfDay() == 0 && step.toHours() >= 1)
            return DAYS.format(there);
        if (step.toMillis() < 1_000) return FINE.format(there);
        return (step.toSeconds() < 60 ? SECONDS : MINUTES).format(there);
    }
}
