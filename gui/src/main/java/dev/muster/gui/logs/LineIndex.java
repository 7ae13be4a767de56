package dev.muster.gui.logs;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Counts newlines, a number per block and not per line, so that a file of many gigabytes costs a
 * few hundred kilobytes of index.
 *
 * <p>Counting begins at an anchor block somewhere in the file and goes both ways from there: onward
 * as the file grows, back towards the start as time permits. Only when it has reached the start are
 * line numbers known; how many lines arrived is known always. Lives on the reader's thread.
 */
final class LineIndex {
    private final long anchor;
    private final Counts onward = new Counts();
    private final Counts back = new Counts();
    private long end;
    private long newlines;

    /** Starts counting at a block. */
    LineIndex(long anchorBlock) {
        anchor = anchorBlock;
        end = anchorBlock * Blocks.SIZE;
        onward.add(0);
        back.add(0);
    }

    /** Where counting goes on: the first byte not yet counted. */
    long end() {
        return end;
    }

    /** The first block that was counted. */
    long firstBlock() {
        return anchor - (back.size - 1);
    }

    /** True when counting has reached the start of the file. */
    boolean fromStart() {
        return firstBlock() == 0;
    }

    /** Newlines counted at and after the anchor. Grows with the file and with nothing else. */
    long arrived() {
        return newlines;
    }

    /** All newlines counted. */
    long counted() {
        return newlines + back.last();
    }

    /** {@code found} newlines stand between {@link #end} and {@code to}, within one block. */
    void countOnward(long to, int found) {
        newlines += found;
        end = to;
        if (to % Blocks.SIZE == 0) onward.add(newlines);
    }

    /** {@code found} newlines stand in the block before {@link #firstBlock}. */
    void countBack(int found) {
        back.add(back.last() + found);
    }

    /** How many newlines stand before a block; absent while counting has not reached the start. */
    OptionalLong newlinesBefore(long block) {
        boolean known = fromStart() && block * Blocks.SIZE <= end;
        if (!known) return OptionalLong.empty();
        long sinceAnchor =
                block >= anchor
                        ? onward.at((int) (block - anchor))
                        : -back.at((int) (anchor - block));
        return OptionalLong.of(back.last() + sinceAnchor);
    }

    /** A list of longs that stay longs. */
    private static final class Counts {
        private long[] values = new long[64];
        private int size;

        void add(long value) {
            if (size == values.length) values = Arrays.copyOf(values, size * 2);
            values[size++] = value;
        }

        long at(int index) {
            return values[index];
        }

        long last() {
            return values[size - 1];
        }
    }
}
