package dev.muster.agent.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Hands over whole lines, each in one piece and with the prefix, so that a prefix never stands
 * inside a line.
 *
 * <p>A carriage return means that the line is written anew: what is shown is its last state that is
 * not empty (and that the filter takes), so a progress bar is one line. A line that does not end is
 * shown as far as it is after {@link #PATIENCE}; what follows on it is then a line of its own. Of a
 * line of more than 256 KiB nothing is kept: it is read from the worker's file again when it ends,
 * or has not grown for that long. Bytes are not looked at otherwise: they need not be text.
 */
final class LineSink extends Sink {
    /** As long as this an incomplete line is kept back. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** A longer one is read again. */
    private static final int LONGEST_KEPT_BYTES = 1 << 18;

    /** What is kept of the room that a long line took. */
    private static final int KEPT_BYTES = 1 << 16;

    private static final byte[] LINE_END = {'\n'};

    private final byte[] prefix;
    private final LineFilter filter;
    private final LongSupplier nanos;
    private final LongLine.Written file;
    private final ByteStore ready = new ByteStore();
    private final ByteStore incomplete = new ByteStore();
    private Optional<LongLine> longLine = Optional.empty();
    private long position;
    private long incompleteSince;
    private boolean shownInPart;

    /**
     * @param nanos a clock such as {@link System#nanoTime()}
     * @param file where the bytes come from, from its beginning
     */
    LineSink(
            OutputStream console,
            String prefix,
            LineFilter filter,
            LongSupplier nanos,
            LongLine.Written file) {
        super(console);
        this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
        this.filter = filter;
        this.nanos = nanos;
        this.file = file;
    }

    @Override
    void write(byte[] bytes, int count) throws IOException {
        int start = 0;
        for (int i = 0; i < count; i++) {
            if (bytes[i] != '\n') continue;
            show(bytes, start, i);
            shownInPart = false;
            incomplete.clearAndKeep(KEPT_BYTES);
            start = i + 1;
        }
        if (incomplete.size() == 0) incompleteSince = nanos.getAsLong();
        keep(bytes, start, count);
        position += count;
        handOver();
    }

    /** The beginning of a line, or more of it. */
    private void keep(byte[] bytes, int from, int to) throws IOException {
        boolean tooMuch = incomplete.size() + to - from > LONGEST_KEPT_BYTES;
        if (tooMuch && longLine.isEmpty()) {
            var line = new LongLine(file, filter, position + from - incomplete.size());
            line.append(incomplete.array(), 0, incomplete.size());
            incomplete.clearAndKeep(KEPT_BYTES);
            longLine = Optional.of(line);
        }
        if (longLine.isPresent()) {
            longLine.get().append(bytes, from, to);
            incompleteSince = nanos.getAsLong(); // there is more to come, it seems
        } else {
            incomplete.append(bytes, from, to - from);
        }
    }

    @Override
    void showOverdue() throws IOException {
        if (nanos.getAsLong() - incompleteSince >= PATIENCE.toNanos()) finish();
    }

    @Override
    void finish() throws IOException {
        if (incomplete.size() == 0 && longLine.isEmpty()) return;
        show(LINE_END, 0, 0);
        shownInPart = true;
        handOver();
    }

    /** What was to be read again is gone. */
    @Override
    void beginAnew() throws IOException {
        longLine = Optional.empty();
        finish();
        position = 0;
    }

    /** What was incomplete and these bytes make a line, or as much of one as there is. */
    private void show(byte[] bytes, int from, int to) throws IOException {
        if (longLine.isPresent()) {
            longLine.get().append(bytes, from, to);
            show(longLine.get());
            longLine = Optional.empty();
        } else if (incomplete.size() == 0) {
            showLastState(bytes, from, to);
        } else {
            incomplete.append(bytes, from, to - from);
            showLastState(incomplete.array(), 0, incomplete.size());
            incomplete.clear();
        }
    }

    /** It stands in one piece on the console, however long it takes to get it there. */
    private void show(LongLine line) throws IOException {
        handOver();
        if (!line.isShown()) return;
        put(
                console -> {
                    console.write(prefix);
                    line.writeTo(console);
                    console.write(LINE_END);
                });
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
        ready.clearAndKeep(4 * LONGEST_KEPT_BYTES);
    }
}
