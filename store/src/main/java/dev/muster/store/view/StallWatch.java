package dev.muster.store.view;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * How long the store's thread may be without an answer. Only time counts in which somebody could
 * watch: none passes while the machine sleeps or the program is stopped.
 *
 * @param untilTold when {@code listener} is told; the log has the place only at its debug level
 * @param untilReset when every client is cut off, so that it fails instead of hanging
 * @param listener is told of it on the watching thread, and must not block
 */
public record StallWatch(Duration untilTold, Duration untilReset, Consumer<Stall> listener) {
    /** Half a second and two; the log is told, in a sentence each time. */
    public static final StallWatch DEFAULT =
            new StallWatch(Duration.ofMillis(500), Duration.ofSeconds(2), new StallLog());

    public StallWatch {
        if (!untilTold.isPositive() || untilReset.compareTo(untilTold) < 0) {
            throw new IllegalArgumentException(
                    "untilTold: %s, untilReset: %s (expected: 0 < untilTold <= untilReset)"
                            .formatted(untilTold, untilReset));
        }
    }

    /** Tells {@code other} instead. */
    public StallWatch withListener(Consumer<Stall> other) {
        return new StallWatch(untilTold, untilReset, other);
    }
}
