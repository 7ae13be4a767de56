package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/** What a call that waits in vain takes: the time it was given, and a quarter of a second more. */
public final class EndsInTime {
    private static final Duration TOLERANCE = Duration.ofMillis(250);
    private static final int TRIES = 5;

    private EndsInTime() {}

    /** {@code call} may be made several times: on a busy machine a test itself may be late. */
    public static void assertEndsInTime(Duration allowed, Runnable call) {
        Duration shortest = timeOf(call);
        for (int i = 1; i < TRIES && shortest.compareTo(allowed.plus(TOLERANCE)) > 0; i++) {
            var another = timeOf(call);
            if (another.compareTo(shortest) < 0) shortest = another;
        }
        assertThat(shortest).isBetween(allowed, allowed.plus(TOLERANCE));
    }

    private static Duration timeOf(Runnable call) {
        long begin = System.nanoTime();
        call.run();
        return Duration.ofNanos(System.nanoTime() - begin);
    }
}
