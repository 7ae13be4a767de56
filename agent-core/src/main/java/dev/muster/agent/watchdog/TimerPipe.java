package dev.muster.agent.watchdog;

import dev.muster.agent.supervise.process.NamedPipe;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * The pipe that workers write their requests into, a line each. A thread of its own does nothing
 * but read it. We hold its writing end too: so it never ends, and opening it waits for nobody.
 */
final class TimerPipe implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TimerPipe.class);

    /** PIPE_BUF: what is longer was not written in one piece, and is no request. */
    private static final int LONGEST_LINE = 4096;

    private final Path path;
    private final FileChannel pipe;
    private final Consumer<String> lines;
    private final ByteBuffer line = ByteBuffer.allocate(LONGEST_LINE);
    private boolean tooLong;

    private TimerPipe(Path path, FileChannel pipe, Consumer<String> lines) {
        this.path = path;
        this.pipe = pipe;
        this.lines = lines;
    }

    /** {@code lines} is called on the pipe's thread. */
    static TimerPipe open(Path path, Consumer<String> lines) throws IOException {
        NamedPipe.create(path);
        var channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        var pipe = new TimerPipe(path, channel, lines);
        Thread.ofPlatform().name("timer pipe").daemon(true).start(pipe::read);
        return pipe;
    }

    private void read() {
        var bytes = ByteBuffer.allocate(LONGEST_LINE);
        try {
            while (pipe.read(bytes) >= 0) {
                bytes.flip();
                while (bytes.hasRemaining()) take(bytes.get());
                bytes.clear();
            }
        } catch (ClosedChannelException _) {
            // closed by us
        } catch (IOException e) {
            LOG.warn("No timer of a worker can be heard any more: {}", e.getMessage());
        }
    }

    private void take(byte next) {
        if (next == '\n') {
            line.flip();
            String text = StandardCharsets.UTF_8.decode(line).toString();
            if (!tooLong && !text.isBlank()) lines.accept(text);
            line.clear();
            tooLong = false;
        } else if (line.hasRemaining()) {
            line.put(next);
        } else {
            tooLong = true;
        }
    }

    /** Closes and removes it. */
    @Override
    public void close() {
        try (pipe) {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.warn("The timer pipe {} is left behind: {}", path, e.getMessage());
        }
    }
}
