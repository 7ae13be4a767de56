package dev.muster.agent.session;

import java.nio.ByteBuffer;

/**
 * The last bytes of a log that is being followed, and how far its reader is behind. Any thread: one
 * brings the bytes, another reads them.
 */
final class LogTail {
    private final byte[] ring;
    private long start;
    private long end;
    private long seen;

    /**
     * @param from where the bytes that will come begin
     */
    LogTail(int capacity, long from) {
        ring = new byte[capacity];
        restart(from);
    }

    /** Forgets everything; what comes next stands at {@code from}. */
    synchronized void restart(long from) {
        start = from;
        end = from;
        seen = from;
    }

    synchronized void take(ByteBuffer piece) {
        while (piece.hasRemaining()) {
            int at = (int) (end % ring.length);
            int count = Math.min(piece.remaining(), ring.length - at);
            piece.get(ring, at, count);
            end += count;
        }
        start = Math.max(start, end - ring.length);
    }

    /** Copies what is here from {@code position} on; 0 when nothing is. */
    synchronized int read(long position, ByteBuffer into) {
        if (position < start || position >= end) return 0;
        int at = (int) (position % ring.length);
        int here = (int) Math.min(end - position, ring.length - at);
        int count = Math.min(here, into.remaining());
        into.put(ring, at, count);
        return count;
    }

    /** Where the log ends as far as it has come; the reader knows that from now on. */
    synchronized long show() {
        seen = end;
        return end;
    }

    synchronized long end() {
        return end;
    }

    /** Whether so much has come since the reader looked that the next would push out the first. */
    synchronized boolean isFull() {
        return end - seen > ring.length / 2;
    }
}
