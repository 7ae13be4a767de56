package dev.muster.agent.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Hands over whole lines, each in one piece and with the prefix, so that a prefix never stands
 * inside a line.
 *
 * <p>A carriage return means that the line is written anew: what is shown is its last state that is
 * not empty (and that the filter takes), so a progress bar is one line. A line that does not end is
 * shown as far as it is after {@link #PATIENCE}, or when it has grown to 256 KiB; what follows on
 * it is then a line of its own. Bytes are not looked at otherwise: they need not be text.
 */
final class LineSink extends Sink {
    /** As long as this an incomplete line is kept back. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final int LONGEST_LINE_BYTES = 1 << 18;

    /** What is kept of the room that a long line took. */
    private static final int KEPT_BYTES = 1 << 16;

    private static final byte[] LINE_END = {'\n'};

    private final byte[] prefix;
    private final LineFilter filter;
    private final LongSupplier nanos;
    private final ByteStore ready = new ByteStore();
    private final ByteStore incomplete = new ByteStore();
    private long incompleteSince;
    private boolean shownInPart;

    /** {@code nanos} is a clock such as {@link System#nanoTime()}. */
    LineSink(OutputStream console, String prefix, LineFilter filter, LongSupplier nanos) {
        super(console);
        this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
        this.filter = filter;
        this.nanos = nanos;
    }

    @Override
    void write(byte[] bytes, int count) throws IOException {
        int start = 0;
        for (int i = 0; i < count; i++) {
            if (bytes[i] == '\n') {
                show(bytes, start, i);
                shownInPart = false;
                incomplete.clearAndKeep(KEPT_BYTES);
                start = i + 1;
            } else if (incomplete.size() + i - start >= LONGEST_LINE_BYTES) {
                show(bytes, start, i);
                shownInPart = true;
                start = i;
            }
        }
        if (incomplete.size() == 0) incompleteSince = nanos.getAsLong();
        incomplete.append(bytes, start, count - start);
        handOver();
    }

    @Override
    void showOverdue() throws IOException {
        if (nanos.getAsLong() - incompleteSince >= PATIENCE.toNanos()) finish();
    }

    @Override
    void finish() throws IOException {
        if (incomplete.size() == 0) return;
        show(LINE_END, 0, 0);
        shownInPart = true;
        handOver();
    }

    /** What was incomplete and these bytes make a line, or as much of one as is shown at a time. */
    private void show(byte[] bytes, int from, int to) {
        if (incomplete.size() == 0) {
            showLastState(bytes, from, to);
            return;
        }
        incomplete.append(bytes, from, to - from);
        showLastState(incomplete.array(), 0, incomplete.size());
        incomplete.clear();
    }

    private void showLastState(byte[] bytes, int from, int to) {
        boolean empty = true;
        int end = to;
        while (end >= from) {
            int begin = end;
            while (begin > from && bytes[begin - 1] != '\r') begin--;
            if (begin < end) {
                empty = false;
                if (filter.takes(bytes, begin, end)) {
                    line(bytes, begin, end);
                    return;
                }
            }
            end = begin - 1;
        }
        // the bare end of a line that has been shown already is no empty line
        if (empty && !shownInPart && filter.takes(bytes, to, to)) line(bytes, to, to);
    }

    private void line(byte[] bytes, int from, int to) {
        ready.append(prefix, 0, prefix.length);
        ready.append(bytes, from, to - from);
        ready.append(LINE_END, 0, LINE_END.length);
    }

    private void handOver() throws IOException {
        put(ready.array(), ready.size());
        ready.clearAndKeep(4 * LONGEST_LINE_BYTES);
    }
}
