package dev.muster.store.collective;

import java.time.Duration;
import java.util.function.IntFunction;

/**
 * What it takes to say who is missing at a barrier.
 *
 * @param rank the rank of who asks
 * @param nameOf what a rank is called in messages, for example by its host
 * @param atMost how long a member whose own time ran out later is waited for, and how long the
 *     search after that takes
 */
public record RankTrace(int rank, IntFunction<String> nameOf, Duration atMost) {
    private static final Duration USUAL = Duration.ofSeconds(10);

    /** Ranks are called by their number, and 10 s waited. */
    public static RankTrace of(int rank) {
        return new RankTrace(rank, Integer::toString, USUAL);
    }

    public RankTrace withNames(IntFunction<String> other) {
        return new RankTrace(rank, other, atMost);
    }

    public RankTrace withAtMost(Duration other) {
        return new RankTrace(rank, nameOf, other);
    }
}
