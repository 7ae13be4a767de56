package dev.muster.gui.logs;

import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.LongPredicate;

/**
 * The way to the next hit from some place in the log, a step at a time. Lives on the reader's
 * thread.
 */
final class Hunt {
    private final Sieve sieve;
    private final LongPredicate empty;
    private final Chase chase;
    private long block;

    /**
     * What somebody wants to be led to.
     *
     * @param from the row that begins here is passed over when {@code passOver}
     * @param down towards the end of the log
     */
    record Chase(Quarry quarry, long from, boolean down, boolean passOver) {}

    /** What there is to be led to. */
    enum Quarry {
        HIT,
        ERROR
    }

    /**
     * @param empty which blocks need not be looked at
     */
    Hunt(Sieve sieve, LongPredicate empty, Chase chase) {
        this.sieve = sieve;
        this.empty = empty;
        this.chase = chase;
        block = chase.from / Blocks.SIZE;
    }

    /** Goes on through so many bytes; the place of the hit once it is found. */
    OptionalLong goOn(long budget, long lastBlock) throws IOException {
        long left = budget;
        block = Math.min(block, lastBlock);
        while (left > 0 && !isOver(lastBlock)) {
            if (!empty.test(block)) {
                var found = within(sieve.in(block).hits());
                if (found.isPresent()) return found;
                left -= Blocks.SIZE;
            }
            block += chase.down ? 1 : -1;
        }
        return OptionalLong.empty();
    }

    /** True when the whole way was gone and nothing was there. */
    boolean isOver(long lastBlock) {
        return chase.down ? block > lastBlock : block < 0;
    }

    private OptionalLong within(long[] hits) {
        int at = Arrays.binarySearch(hits, chase.from);
        boolean here = at >= 0;
        if (here && !chase.passOver) return OptionalLong.of(hits[at]);
        int next = here ? at + (chase.down ? 1 : -1) : chase.down ? -at - 1 : -at - 2;
        boolean isOne = next >= 0 && next < hits.length;
        return isOne ? OptionalLong.of(hits[next]) : OptionalLong.empty();
    }
}
