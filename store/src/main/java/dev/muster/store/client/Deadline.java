package dev.muster.store.client;

import java.time.Duration;

/**
 * A moment after which nobody waits any more.
 *
 * @param atMost how long that was from when the waiting began
 * @param nanoTime the moment, by the machine's steady clock
 */
public record Deadline(Duration atMost, long nanoTime) {
    /** Long enough for anybody, and far from where nanoseconds in a long overflow. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    /** {@code atMost} from now. */
    public static Deadline in(Duration atMost) {
        long nanos = atMost.compareTo(LONGEST) < 0 ? atMost.toNanos() : LONGEST.toNanos();
        return new Deadline(atMost, System.nanoTime() + nanos);
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
