package dev.muster.store.client;

import java.time.Duration;

/**
 * A moment after which nobody waits any more.
 *
 * @param atMost how long that was from when the waiting began, at most a hundred years either way
 * @param nanoTime the moment, by the machine's steady clock
 */
public record Deadline(Duration atMost, long nanoTime) {
    /** Long enough for anybody, and far from where nanoseconds in a long overflow. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** {@code atMost} from now; passed already if that is negative. */
    public static Deadline in(Duration atMost) {
        var kept = clamped(atMost);
        return new Deadline(kept, System.nanoTime() + kept.toNanos());
    }

    private static Duration clamped(Duration atMost) {
        if (atMost.compareTo(LONGEST) > 0) return LONGEST;
        return atMost.compareTo(LONGEST.negated()) < 0 ? LONGEST.negated() : atMost;
    }

    /** 0 or negative once it has passed. */
    public long remainingNanos() {
        return nanoTime - System.nanoTime();
    }

    /** 0 or negative once it has passed. */
    public Duration remaining() {
        return Duration.ofNanos(remainingNanos());
    }
}
