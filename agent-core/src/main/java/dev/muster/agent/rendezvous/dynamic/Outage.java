package dev.muster.agent.rendezvous.dynamic;

import java.time.Duration;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The shared state cannot be had.
 *
 * @param since by our uptime
 * @param tries that failed
 * @param retryAt by our uptime
 */
record Outage(Duration since, int tries, Duration retryAt) {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);

    /**
     * @param asked when the question was put that had no answer
     * @param interval between two signs of life
     */
    static Outage begins(
            Duration asked, Duration uptime, Duration interval, RandomGenerator random) {
        return new Outage(asked, 0, uptime).goesOn(uptime, interval, random);
    }

    /**
     * Pauses grow, and differ by chance, so that a fleet does not come back all at once. But
     * whoever shows its life every second must not pause for four: a host that was frozen counts
     * our silence from when it goes on.
     */
    Outage goesOn(Duration uptime, Duration interval, RandomGenerator random) {
        Duration middle =
                Stream.of(
                                FIRST_PAUSE.multipliedBy(1L << Math.min(tries, 4)),
                                LONGEST_PAUSE,
                                interval)
                        .min(Duration::compareTo)
                        .orElseThrow();
        long nanos = middle.toNanos();
        return new Outage(since, tries + 1, uptime.plusNanos(nanos / 2 + random.nextLong(nanos)));
    }
}
