package dev.muster.agent.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Copies a growing file to a console, from its beginning: as it is, byte for byte, or line by line
 * with a prefix (see {@link LineSink}).
 *
 * <p>The file stays the same one when it is renamed or deleted. When it has been truncated, what is
 * there then is copied from its beginning; what came and went between two looks is never seen.
 *
 * <p>Lives on the console's thread, which may block for as long as nobody reads the console; only
 * file notifications come from elsewhere. Once closed it gives that thread nothing more to do, so
 * whoever owns the thread may end it then, but not before.
 */
public final class ConsoleCopy implements AutoCloseable {
    /** What a copy needs beside its file and its console. */
    public record Setting(Growth growth, Executor consoleThread, Consumer<IOException> onBroken) {}

    private static final int BUFFER_BYTES = 64 * 1024;

    /** 1 MiB; then other copies get their turn, however fast this file grows. */
    private static final int BUFFERS_PER_TURN = 16;

    private final ByteLog log;
    private final Sink sink;
    private final Executor consoleThread;
    private final Consumer<IOException> onBroken;
    private final Growth.Listening listening;
    private final AtomicBoolean asked = new AtomicBoolean();
    private final Object posting = new Object();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private long position;
    private boolean over;

    /** By now nobody may be there to do what is posted. Guarded by {@code posting}. */
    private boolean closed;

    private ConsoleCopy(
            ByteLog log, Sink sink, Executor consoleThread, Consumer<IOException> onBroken)
            throws IOException {
        this.log = log;
        this.sink = sink;
        this.consoleThread = consoleThread;
        this.onBroken = onBroken;
        listening = log.listen(this::mayHaveGrown);
        mayHaveGrown();
    }

    /** Begins to copy {@code path} byte for byte. */
    public static ConsoleCopy plain(Path path, OutputStream console, Setting setting)
            throws IOException {
        return plain(opened(path, setting), console, setting.consoleThread(), setting.onBroken());
    }

    /** Begins to copy {@code log} byte for byte; closes it in the end. */
    public static ConsoleCopy plain(
            ByteLog log,
            OutputStream console,
            Executor consoleThread,
            Consumer<IOException> onBroken)
            throws IOException {
        return start(log, new PlainSink(console, System::nanoTime), consoleThread, onBroken);
    }

    /** Begins to copy {@code log} line by line; closes it in the end. */
    public static ConsoleCopy lines(
            ByteLog log,
            OutputStream console,
            String prefix,
            Executor consoleThread,
            Consumer<IOException> onBroken)
            throws IOException {
        return start(log, lineSink(LineFilter.ALL, log, console, prefix), consoleThread, onBroken);
    }

    /** Begins to copy {@code path} line by line. */
    public static ConsoleCopy lines(Path path, OutputStream console, String prefix, Setting setting)
            throws IOException {
        return lines(LineFilter.ALL, path, console, prefix, setting);
    }

    /** Begins to copy the lines of {@code path} that contain one of the texts. */
    public static ConsoleCopy linesContaining(
            List<String> texts, Path path, OutputStream console, String prefix, Setting setting)
            throws IOException {
        return lines(LineFilter.containing(texts), path, console, prefix, setting);
    }

    private static ConsoleCopy lines(
            LineFilter filter, Path path, OutputStream console, String prefix, Setting setting)
            throws IOException {
        ByteLog log = opened(path, setting);
        return start(
                log,
                lineSink(filter, log, console, prefix),
                setting.consoleThread(),
                setting.onBroken());
    }

    private static LineSink lineSink(
            LineFilter filter, ByteLog log, OutputStream console, String prefix) {
        return new LineSink(console, prefix, filter, System::nanoTime, log::read);
    }

    private static ByteLog opened(Path path, Setting setting) throws IOException {
        return new GrowingFile(FileLog.open(path), path, setting.growth());
    }

    private static ConsoleCopy start(
            ByteLog log, Sink sink, Executor consoleThread, Consumer<IOException> onBroken)
            throws IOException {
        try {
            return new ConsoleCopy(log, sink, consoleThread, onBroken);
        } catch (IOException e) {
            log.close();
            throw e;
        }
    }

    /** Copies all that is there, a last line without an end included, and stops listening. */
    @Override
    public void close() {
        listening.close();
        synchronized (posting) {
            closed = true; // a notification may be on its way still
        }
        try (log) {
            if (over) return;
            while (copy()) continue;
            sink.finish();
        } catch (IOException e) {
            onBroken.accept(e);
        } finally {
            over = true;
        }
    }

    private void mayHaveGrown() {
        if (!asked.compareAndSet(false, true)) return;
        synchronized (posting) {
            if (!closed) consoleThread.execute(this::turn);
        }
    }

    private void turn() {
        asked.set(false);
        if (over) return;
        try {
            if (copy()) mayHaveGrown();
            sink.showOverdue();
        } catch (IOException e) {
            over = true;
            onBroken.accept(e);
        }
    }

    /** Copies what is there, up to a turn's share; true when there may be more. */
    private boolean copy() throws IOException {
        for (int i = 0; i < BUFFERS_PER_TURN; i++) {
            buffer.clear();
            int count = log.read(position, buffer);
            if (count == 0) return beginsAnew();
            position += count;
            sink.write(buffer.array(), count);
        }
        return true;
    }

    /** A file that has become shorter than what was copied is copied from its beginning again. */
    private boolean beginsAnew() throws IOException {
        if (log.size() >= position) return false;
        sink.beginAnew();
        position = 0;
        return true;
    }
}
