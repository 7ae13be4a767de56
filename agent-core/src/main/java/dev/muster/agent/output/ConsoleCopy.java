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

    /** 1 MiB; then other copies get their turn, however fast this file grows. */
    private static final int BUFFERS_PER_TURN = 16;

    private final FileLog file;
    private final LineSink sink;
    private final Executor consoleThread;
    private final Growth.Listening listening;
    private final AtomicBoolean asked = new AtomicBoolean();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private long position;
    private boolean over;

    private ConsoleCopy(
            FileLog file, LineSink sink, Path path, Growth growth, Executor consoleThread)
            throws IOException {
        this.file = file;
        this.sink = sink;
        this.consoleThread = consoleThread;
        listening = growth.listen(path, this::mayHaveGrown);
        mayHaveGrown();
    }

    /** Begins to copy {@code path}; {@code prefix} is empty for a byte-exact copy. */
    public static ConsoleCopy start(
            Path path, OutputStream console, String prefix, Growth growth, Executor consoleThread)
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
    public void close() {
        listening.close();
        try (file) {
            if (over) return;
            while (copy()) continue;
            sink.finish();
        } catch (IOException e) {
            tellThatItBroke(e);
        } finally {
            over = true;
        }
    }

    private void mayHaveGrown() {
        if (asked.compareAndSet(false, true)) consoleThread.execute(this::turn);
    }

    private void turn() {
        asked.set(false);
        if (over) return;
        try {
            if (copy()) mayHaveGrown();
        } catch (IOException e) {
            over = true;
            tellThatItBroke(e);
        }
    }

    /** Copies what is there, up to a turn's share; true when there may be more. */
    private boolean copy() throws IOException {
        for (int i = 0; i < BUFFERS_PER_TURN; i++) {
            buffer.clear();
            int count = file.read(position, buffer);
            if (count == 0) return false;
            position += count;
            sink.write(buffer.array(), count);
        }
        return true;
    }

    private static void tellThatItBroke(IOException e) {
        LOG.warn(
                "A worker's output is no longer shown here ({}); its file goes on.",
                e.getMessage());
    }
}
