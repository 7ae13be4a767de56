package dev.muster.agent.rendezvous.dynamic;

import java.time.Duration;
import java.util.random.RandomGenerator;

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
     */
    static Outage begins(Duration asked, Duration uptime, RandomGenerator random) {
        return new Outage(asked, 0, uptime).goesOn(uptime, random);
    }

    /** Pauses grow, and differ by chance, so that a fleet does not come back all at once. */
    Outage goesOn(Duration uptime, RandomGenerator random) {
        Duration longest = FIRST_PAUSE.multipliedBy(1L << Math.min(tries, 4));
        if (longest.compareTo(LONGEST_PAUSE) > 0) longest = LONGEST_PAUSE;
        long nanos = longest.toNanos();
        return new Outage(since, tries + 1, uptime.plusNanos(nanos / 2 + random.nextLong(nanos)));
    }
}
