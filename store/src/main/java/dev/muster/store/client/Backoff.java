package dev.muster.store.client;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Pauses that grow from try to try, each of them somewhat longer or shorter by chance, so that a
 * thousand ranks that were refused together do not come again together.
 */
final class Backoff {
    private static final Duration FIRST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofMillis(500);

    private final RandomGenerator random;
    private Duration middle = FIRST;

    Backoff(RandomGenerator random) {
        this.random = random;
    }

    /** How long to wait before the next try: half to one and a half of the middle. */
    Duration next() {
        long nanos = middle.toNanos();
        var pause = Duration.ofNanos(nanos / 2 + random.nextLong(nanos));
        var doubled = middle.multipliedBy(2);
        middle = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
        return pause;
    }
}
