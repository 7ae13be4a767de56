package dev.muster.gui.logs;

import java.io.IOException;
import java.util.Arrays;

/**
 * How many rows of each block pass a query: two numbers per block and not one per row. Which rows
 * they are, the {@link Sieve} finds again when somebody looks.
 *
 * <p>Like {@link LineIndex} it begins near the end of the log, where people look first, and grows
 * both ways. Blocks whose last rows may still change are never entered. Lives on the reader's
 * thread.
 */
final class SiftIndex {
    private final Sieve sieve;
    private int[] shown = new int[64];
    private int[] hits = new int[64];
    private final long anchor;
    private long low;
    private long high;
    private long allShown;
    private long allHits;
    private long arrived;

    /** Begins at a block. */
    SiftIndex(Sieve sieve, long anchorBlock) {
        this.sieve = sieve;
        anchor = anchorBlock;
        low = anchorBlock;
        high = anchorBlock;
    }

    /** The first block that was looked at. */
    long low() {
        return low;
    }

    /** Behind the last block that was looked at and is settled. */
    long high() {
        return high;
    }

    /** Rows shown in all blocks looked at. */
    long shown() {
        return allShown;
    }

    /** Hits among them. */
    long hits() {
        return allHits;
    }

    /** Rows shown at and after the block it began at. Grows with the log and with nothing else. */
    long arrived() {
        return arrived;
    }

    /** How many rows of a block are shown, which was looked at. */
    int shownIn(long block) {
        return shown[(int) block];
    }

    int hitsIn(long block) {
        return hits[(int) block];
    }

    boolean knows(long block) {
        return block >= low && block < high;
    }

    /**
     * Looks at the next block towards the end.
     *
     * @return false when its rows may still change, and nothing was entered
     */
    boolean onward() throws IOException {
        var passed = sieve.in(high);
        if (!passed.settled()) return false;
        enter(high++, passed);
        arrived += passed.shown().length;
        return true;
    }

    /** Looks at the next block towards the start; there is one. */
    void back() throws IOException {
        enter(--low, sieve.in(low));
    }

    private void enter(long block, Sieve.Passed passed) {
        int at = (int) block;
        if (at >= shown.length) {
            int room = Math.max(at + 1, 2 * shown.length);
            shown = Arrays.copyOf(shown, room);
            hits = Arrays.copyOf(hits, room);
        }
        shown[at] = passed.shown().length;
        hits[at] = passed.hits().length;
        allShown += passed.shown().length;
        allHits += passed.hits().length;
    }

    /** Where it began. */
    long anchor() {
        return anchor;
    }
}
