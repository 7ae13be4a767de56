package dev.muster.agent.output;

import java.util.Arrays;

/**
 * Bytes that are gathered and given away again, over and over, in the same array: a stream of any
 * length makes no garbage. One thread.
 */
final class ByteStore {
    private static final int FIRST_ROOM = 1 << 10;

    private byte[] array = new byte[FIRST_ROOM];
    private int size;

    void append(byte[] bytes, int from, int count) {
        if (count > array.length - size) {
            array = Arrays.copyOf(array, Math.max(2 * array.length, Math.addExact(size, count)));
        }
        System.arraycopy(bytes, from, array, size, count);
        size += count;
    }

    /** Where they are, from 0; until the next that is appended. */
    byte[] array() {
        return array;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** Forgets all, and gives back the room if it was more than {@code kept}. */
    void clearAndKeep(int kept) {
        size = 0;
        if (array.length > kept) array = new byte[FIRST_ROOM];
    }
}
