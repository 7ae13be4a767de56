package dev.muster.agent.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A line that is too long to be kept. Of it only the places in the worker's file are known; its
 * bytes are read from there again when they are wanted, so a line of any length takes the same
 * memory. One thread.
 */
final class LongLine {
    /** What a worker has written, to be read once more. */
    interface Written {
        /** Reads from {@code position} into the free room; 0 where there is nothing any more. */
        int read(long position, ByteBuffer into) throws IOException;
    }

    private record Stretch(long from, long to) {}

    /** Takes bytes where they stand in {@code array}; false: no more are wanted. */
    private interface Taker {
        boolean take(byte[] array, int from, int to) throws IOException;
    }

    private static final int PIECE_BYTES = 1 << 16;

    private final Written file;
    private final LineFilter filter;
    private Optional<Stretch> lastWhole = Optional.empty();
    private long begin;
    private long end;

    /**
     * @param begin where the line begins in the file
     */
    LongLine(Written file, LineFilter filter, long begin) {
        this.file = file;
        this.filter = filter;
        this.begin = begin;
        end = begin;
    }

    /** The next bytes of it. A carriage return among them begins the line anew. */
    void append(byte[] bytes, int from, int to) throws IOException {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\r') {
                lastWhole = lastState();
                begin = end + 1;
            }
            end++;
        }
    }

    /** Whether there is a state of it to show: one that is not empty and that the filter takes. */
    boolean isShown() throws IOException {
        return lastState().isPresent();
    }

    /** Writes the last state that is shown, as far as the file still has it. */
    void writeTo(OutputStream console) throws IOException {
        Optional<Stretch> state = lastState();
        if (state.isEmpty()) return;
        read(
                state.get(),
                0,
                (array, from, to) -> {
                    console.write(array, from, to - from);
                    return true;
                });
    }

    private Optional<Stretch> lastState() throws IOException {
        var current = new Stretch(begin, end);
        return begin < end && isTaken(current) ? Optional.of(current) : lastWhole;
    }

    private boolean isTaken(Stretch stretch) throws IOException {
        var found = new boolean[1];
        read(
                stretch,
                filter.longest(),
                (array, from, to) -> {
                    found[0] = filter.takes(array, from, to);
                    return !found[0];
                });
        return found[0];
    }

    /**
     * @param overlap how many bytes of a piece stand at the beginning of the next one again
     */
    private void read(Stretch stretch, int overlap, Taker taker) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES + overlap);
        long position = stretch.from();
        while (position < stretch.to()) {
            long left = stretch.to() - position;
            piece.limit((int) Math.min(piece.capacity(), piece.position() + left));
            int count = file.read(position, piece);
            if (count == 0) return;
            position += count;
            if (!taker.take(piece.array(), 0, piece.position())) return;
            piece.flip().position(Math.max(0, piece.limit() - overlap));
            piece.compact();
        }
    }
}
