package dev.muster.gui.logs;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * A query at work on a log: which rows are left, as far as it was looked through. The part that was
 * not looked at yet is as if it were not there; it grows smaller step by step, the newest lines
 * first. Lives on the reader's thread.
 */
final class Sifting implements RowWalk {
    private final Blocks blocks;
    private final Rows rows;
    private final Sieve sieve;
    private final SiftIndex index;
    private long lastBlock;
    private boolean stuck;

    /** How far it is: rows left, hits among them, and the share that was looked at, 0 to 1. */
    record Progress(long shown, long hits, double done) {}

    /** Begins at a block of the log. */
    Sifting(Blocks blocks, Rows rows, Sieve sieve, long anchorBlock) {
        this.blocks = blocks;
        this.rows = rows;
        this.sieve = sieve;
        index = new SiftIndex(sieve, anchorBlock);
        grown();
    }

    /** The log may be longer than it was. */
    void grown() {
        lastBlock = (Math.max(1, blocks.size()) - 1) / Blocks.SIZE;
        stuck = false;
    }

    /** True when there is something that was not looked at, and can be. */
    boolean isUnfinished() {
        return index.low() > 0 || (index.high() < lastBlock && !stuck);
    }

    /** Looks through so many bytes, new ones first. */
    void goOn(long budget) throws IOException {
        stuck = false;
        long left = budget;
        while (left > 0 && index.high() < lastBlock) {
            if (!index.onward()) {
                stuck = true; // a row that is still being written reaches to the end
                break;
            }
            left -= Blocks.SIZE;
        }
        while (left > 0 && index.low() > 0) {
            index.back();
            left -= Blocks.SIZE;
        }
    }

    Progress progress() throws IOException {
        long shown = index.shown();
        long hits = index.hits();
        if (blocks.size() > 0 && isCaughtUp()) {
            for (long block = index.high(); block <= lastBlock; block++) {
                var passed = sieve.in(block);
                shown += passed.shown().length;
                hits += passed.hits().length;
            }
        }
        long looked = index.high() - index.low();
        double done = lastBlock == 0 ? 1 : Math.min(1, (double) looked / lastBlock);
        return new Progress(shown, hits, isUnfinished() ? done : 1);
    }

    /** Rows left that came since it began. */
    long arrived() throws IOException {
        long arrived = index.arrived();
        if (blocks.size() == 0 || !isCaughtUp()) return arrived;
        for (long block = index.high(); block <= lastBlock; block++) {
            arrived += sieve.in(block).shown().length;
        }
        return arrived;
    }

    private boolean isCaughtUp() {
        return stuck || index.high() >= lastBlock;
    }

    @Override
    public Optional<RowSpan> near(long offset) throws IOException {
        if (blocks.size() == 0) return Optional.empty();
        long start = rows.around(Math.clamp(offset, 0, blocks.size() - 1)).start();
        var here = atOrAfter(start);
        return here.isPresent() ? here : beforeStart(start);
    }

    @Override
    public Optional<RowSpan> after(RowSpan row) throws IOException {
        return atOrAfter(row.end());
    }

    @Override
    public Optional<RowSpan> before(RowSpan row) throws IOException {
        return beforeStart(row.start());
    }

    private Optional<RowSpan> atOrAfter(long offset) throws IOException {
        for (long block = Math.max(index.low(), offset / Blocks.SIZE);
                block <= lastKnown();
                block++) {
            if (index.knows(block) && index.shownIn(block) == 0) continue;
            long[] starts = sieve.in(block).shown();
            int at = place(starts, offset);
            if (at < starts.length) return Optional.of(rows.around(starts[at]));
        }
        return Optional.empty();
    }

    private Optional<RowSpan> beforeStart(long start) throws IOException {
        for (long block = Math.min(lastKnown(), start / Blocks.SIZE);
                block >= index.low();
                block--) {
            if (index.knows(block) && index.shownIn(block) == 0) continue;
            long[] starts = sieve.in(block).shown();
            int at = place(starts, start) - 1;
            if (at >= 0) return Optional.of(rows.around(starts[at]));
        }
        return Optional.empty();
    }

    /** Blocks behind the index are few once it has caught up, and are looked at as needed. */
    private long lastKnown() {
        if (blocks.size() == 0) return -1;
        return isCaughtUp() ? lastBlock : index.high() - 1;
    }

    /** The place of the first start that is not before {@code offset}. */
    private static int place(long[] starts, long offset) {
        int at = Arrays.binarySearch(starts, offset);
        return at >= 0 ? at : -at - 1;
    }

    /** True when a block is known to have no hit, so that nobody need look there. */
    boolean hasNoHit(long block) {
        return index.knows(block) && index.hitsIn(block) == 0;
    }
}
