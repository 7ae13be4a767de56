package dev.muster.gui.logs;

import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Rank;
import dev.muster.agent.session.LogSource;
import dev.muster.agent.session.Subscription;

import java.io.IOException;
import java.nio.ByteBuffer;

/** One stream that goes into a merged log. Lives on the reader's thread. */
final class LogInput implements AutoCloseable {
    /** A line longer than this is not waited for: what is there of it becomes a row. */
    static final long LONGEST_WAIT = 1L << 20;

    private static final int CHUNK = 1 << 13;

    private final Rank rank;
    private final LogStream stream;
    private final LogSource source;
    private final Subscription growth;
    private long taken;
    private long takenAt;

    LogInput(Rank rank, LogStream stream, LogSource source, Runnable onGrowth) {
        this.rank = rank;
        this.stream = stream;
        this.source = source;
        growth = source.onGrowth(onGrowth);
    }

    Rank rank() {
        return rank;
    }

    LogStream stream() {
        return stream;
    }

    LogSource source() {
        return source;
    }

    /** How many of its bytes stand in the merged log. */
    long taken() {
        return taken;
    }

    /** When the last of them were taken, in milliseconds since the epoch. */
    long takenAt() {
        return takenAt;
    }

    void take(long upTo, long millis) {
        taken = upTo;
        takenAt = millis;
    }

    /** Behind the last line end before {@code size}, or {@link #taken} when none is new. */
    long linesEnd(long size) throws IOException {
        var bytes = ByteBuffer.allocate(CHUNK);
        for (long end = size; end > taken; ) {
            long begin = Math.max(taken, end - CHUNK);
            read(begin, bytes.clear().limit((int) (end - begin)));
            for (int i = bytes.limit() - 1; i >= 0; i--) {
                if (bytes.get(i) == '\n') return begin + i + 1;
            }
            end = begin;
        }
        return taken;
    }

    /** Fills the buffer; with blanks where somebody has cut the file. */
    void read(long from, ByteBuffer into) throws IOException {
        long at = from;
        while (into.hasRemaining()) {
            int got = source.read(at, into);
            if (got <= 0) {
                while (into.hasRemaining()) into.put((byte) ' ');
            }
            at += Math.max(0, got);
        }
    }

    @Override
    public void close() throws IOException {
        growth.close();
        source.close();
    }
}
