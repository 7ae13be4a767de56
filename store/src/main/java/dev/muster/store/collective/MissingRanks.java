package dev.muster.store.collective;

import dev.muster.store.StoreTimeout;

import java.util.List;
import java.util.stream.IntStream;

/** The time for a meeting ran out, and somebody is known not to have come. */
public final class MissingRanks extends StoreTimeout {
    private static final long serialVersionUID = 1L;

    private final int[] ranks;

    MissingRanks(String message, List<Integer> ranks) {
        super(message);
        this.ranks = ranks.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Those found not to have come, in ascending order; empty if only rank 0 knows them. Not all of
     * them if there was no time to look at everybody, which the message tells.
     */
    public List<Integer> ranks() {
        return IntStream.of(ranks).boxed().toList();
    }
}
