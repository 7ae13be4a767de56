package dev.muster.agent.history;

import java.time.Duration;
import java.util.Optional;

/**
 * How much of the past is kept, of the runs that are over; an absent limit is none.
 *
 * @param bytes of all of them together
 * @param runs how many
 * @param age since a run's end
 */
public record KeepLimits(Optional<Long> bytes, Optional<Integer> runs, Optional<Duration> age) {
    /** Years of ordinary use, and less than a disk that is worth training on. */
    public static final KeepLimits DEFAULT =
            new KeepLimits(Optional.of(50L << 30), Optional.of(5_000), Optional.empty());

    public static final KeepLimits NONE =
            new KeepLimits(Optional.empty(), Optional.empty(), Optional.empty());

    public KeepLimits {
        check("bytes", bytes.orElse(0L));
        check("runs", runs.orElse(0));
        check("days", age.map(Duration::toDays).orElse(0L));
    }

    private static void check(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: >= 0)");
        }
    }
}
