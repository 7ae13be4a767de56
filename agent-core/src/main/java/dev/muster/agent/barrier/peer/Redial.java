package dev.muster.agent.barrier.peer;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Pauses between attempts to connect: each up to twice the one before, each somewhat shorter by
 * chance, so that a group that lost its network does not come back in one instant. One for each
 * peer; on the loop's thread.
 */
final class Redial {
    private static final Duration FIRST = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final RandomGenerator random;
    private Duration next = FIRST;

    Redial(RandomGenerator random) {
        this.random = random;
    }

    void succeeded() {
        next = FIRST;
    }

    /** How long to wait now: between half of what was due and all of it. */
    Duration pause() {
        long half = next.toNanos() / 2;
        var pause = Duration.ofNanos(half + random.nextLong(half));
        next = next.compareTo(LONGEST.dividedBy(2)) < 0 ? next.multipliedBy(2) : LONGEST;
        return pause;
    }
}
