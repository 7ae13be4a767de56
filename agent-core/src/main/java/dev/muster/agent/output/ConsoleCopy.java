package dev.muster.agent.output;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Copies a growing file to a console, from its beginning. Where a prefix is wanted, every line gets
 * it, and an incomplete line waits for its end, so that a prefix never stands inside a line;
 * without one the copy is byte for byte.
 *
 * <p>Lives on the console's thread, which may block for as long as nobody reads the console; only
 * file notifications come from elsewhere.
 */
public final class ConsoleCopy implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ConsoleCopy.class);
    private static final int BUFFER_BYTES = 64 * 1024;

    private final FileLog file;
    private final LineSink sink;
    private final FileGrowth.Listening listening;
    private final AtomicBoolean asked = new AtomicBoolean();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private long position;
    private boolean over;

    private ConsoleCopy(
            FileLog file, LineSink sink, Path path, FileGrowth growth, Executor consoleThread)
            throws IOException {
        this.file = file;
        this.sink = sink;
        listening = growth.listen(path, () -> mayHaveGrown(consoleThread));
        mayHaveGrown(consoleThread);
    }

    /** Begins to copy {@code path}; {@code prefix} is empty for a byte-exact copy. */
    public static ConsoleCopy start(
            Path path,
            OutputStream console,
            String prefix,
            FileGrowth growth,
            Executor consoleThread)
            throws IOException {
        FileLog file = FileLog.open(path);
        try {
            var sink = new LineSink(console, prefix);
            return new ConsoleCopy(file, sink, path, growth, consoleThread);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** Copies all that is there, a last line without an end included, and stops listening. */
    @Override
    public void close() throws IOException {
        listening.close();
        try (file) {
            copyWhatIsThere();
            sink.finish();
        } finally {
            over = true;
        }
    }

    private void mayHaveGrown(Executor consoleThread) {
        if (asked.compareAndSet(false, true)) consoleThread.execute(this::turn);
    }

    private void turn() {
        asked.set(false);
        try {
            copyWhatIsThere();
        } catch (IOException e) {
            over = true;
            LOG.warn(
                    "A worker's output is no longer shown here ({}); its file goes on.",
                    e.getMessage());
        }
    }

    private void copyWhatIsThere() throws IOException {
        while (!over) {
            buffer.clear();
            int count = file.read(position, buffer);
            if (count == 0) return;
            position += count;
            sink.write(buffer.array(), count);
        }
    }
}
