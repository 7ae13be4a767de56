package dev.muster.agent.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes to a console that others write to as well. With a prefix it hands over whole lines only,
 * each in one piece; a line longer than 1 MiB is handed over in pieces, each with the prefix.
 */
final class LineSink {
    private static final int LONGEST_LINE_BYTES = 1 << 20;

    private final OutputStream console;
    private final byte[] prefix;
    private final ByteArrayOutputStream incomplete = new ByteArrayOutputStream();

    LineSink(OutputStream console, String prefix) {
        this.console = console;
        this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
    }

    void write(byte[] bytes, int count) throws IOException {
        if (prefix.length == 0) {
            put(bytes, 0, count);
            return;
        }
        var ready = new ByteArrayOutputStream(count + prefix.length);
        int start = 0;
        for (int i = 0; i < count; i++) {
            boolean tooLong = incomplete.size() + i - start >= LONGEST_LINE_BYTES;
            if (bytes[i] != '\n' && !tooLong) continue;
            ready.writeBytes(prefix);
            incomplete.writeTo(ready);
            incomplete.reset();
            ready.write(bytes, start, i + 1 - start);
            if (tooLong && bytes[i] != '\n') ready.write('\n');
            start = i + 1;
        }
        incomplete.write(bytes, start, count - start);
        put(ready.toByteArray(), 0, ready.size());
    }

    /** The last line may have no end; the next one's prefix must not follow on it. */
    void finish() throws IOException {
        if (incomplete.size() == 0) return;
        var last = new ByteArrayOutputStream();
        last.writeBytes(prefix);
        incomplete.writeTo(last);
        last.write('\n');
        incomplete.reset();
        put(last.toByteArray(), 0, last.size());
    }

    private void put(byte[] bytes, int from, int count) throws IOException {
        if (count == 0) return;
        synchronized (console) {
            console.write(bytes, from, count);
            console.flush();
            if (console instanceof PrintStream stream && stream.checkError()) {
                throw new IOException("nobody takes it any more");
            }
        }
    }
}
