package dev.muster.agent.output;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Byte for byte. The beginning of a line waits a moment for the rest of it: what a worker writes in
 * one piece should not be torn only because we read it in two.
 */
final class PlainSink extends Sink {
    /** Then it is the worker who takes his time. */
    static final Duration PATIENCE = Duration.ofMillis(100);

    private static final int LONGEST_LINE_BYTES = 1 << 16;

    private final LongSupplier nanos;
    private final ByteStore kept = new ByteStore();
    private long keptSince;

    /** {@code nanos} is a clock such as {@link System#nanoTime()}. */
    PlainSink(OutputStream console, LongSupplier nanos) {
        super(console);
        this.nanos = nanos;
    }

    @Override
    void write(byte[] bytes, int count) throws IOException {
        int whole = count;
        while (whole > 0 && bytes[whole - 1] != '\n') whole--;
        kept.append(bytes, 0, whole);
        if (whole > 0) finish();
        if (kept.size() == 0) keptSince = nanos.getAsLong();
        kept.append(bytes, whole, count - whole);
        if (kept.size() >= LONGEST_LINE_BYTES) finish();
    }

    @Override
    void showOverdue() throws IOException {
        if (nanos.getAsLong() - keptSince >= PATIENCE.toNanos()) finish();
    }

    @Override
    void finish() throws IOException {
        put(kept.array(), kept.size());
        kept.clear();
    }
}
