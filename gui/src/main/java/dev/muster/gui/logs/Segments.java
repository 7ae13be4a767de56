package dev.muster.gui.logs;

import java.util.Arrays;

/**
 * The order of a merged log: which bytes of which input stand where. Some numbers per segment in
 * plain arrays, for there may be a million. Lives on the reader's thread.
 */
final class Segments {
    private static final byte EXACT = 1;
    private static final byte ENDED = 2;

    private long[] starts = new long[256];
    private long[] froms = new long[256];
    private long[] times = new long[256];
    private int[] inputs = new int[256];
    private byte[] flags = new byte[256];
    private int count;
    private long size;

    /** Bytes in all segments. */
    long size() {
        return size;
    }

    int count() {
        return count;
    }

    /**
     * Puts bytes at the end.
     *
     * @param millis since the epoch
     * @param exact whether that is when they came, and no estimate
     * @param ended whether a line end is put behind them that the input has not
     */
    void add(int input, long from, long length, long millis, boolean exact, boolean ended) {
        if (length == 0 && !ended) return;
        if (count == starts.length) grow();
        starts[count] = size;
        froms[count] = from;
        times[count] = millis;
        inputs[count] = input;
        flags[count] = (byte) ((exact ? EXACT : 0) | (ended ? ENDED : 0));
        count++;
        size += length + (ended ? 1 : 0);
    }

    private void grow() {
        int room = count + count / 2;
        starts = Arrays.copyOf(starts, room);
        froms = Arrays.copyOf(froms, room);
        times = Arrays.copyOf(times, room);
        inputs = Arrays.copyOf(inputs, room);
        flags = Arrays.copyOf(flags, room);
    }

    /** Takes away all but the first segments. */
    void keep(int first) {
        if (first >= count) return;
        size = starts[first];
        count = first;
    }

    /** The segment that has byte {@code offset}. */
    int at(long offset) {
        int place = Arrays.binarySearch(starts, 0, count, offset);
        return place >= 0 ? place : -place - 2;
    }

    long start(int segment) {
        return starts[segment];
    }

    /** Where the segment behind it begins. */
    long end(int segment) {
        return segment + 1 < count ? starts[segment + 1] : size;
    }

    /** Where in its input it begins. */
    long from(int segment) {
        return froms[segment];
    }

    int input(int segment) {
        return inputs[segment];
    }

    long millis(int segment) {
        return times[segment];
    }

    boolean isExact(int segment) {
        return (flags[segment] & EXACT) != 0;
    }

    /** Whether its last byte is a line end that its input has not. */
    boolean isEnded(int segment) {
        return (flags[segment] & ENDED) != 0;
    }
}
