package dev.muster.agent.cli;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the file that a process says things into from growing for ever. What is in it by the time
 * that it is too large becomes a second file in the place of the one before, and the file is empty
 * then: it is copied and cut, because the process writes on to the same one. A word that is said
 * between the two is lost.
 */
final class BoundedLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BoundedLog.class);
    private static final long LARGEST = 1 << 20;
    private static final Duration BETWEEN = Duration.ofMinutes(1);
    private static final Path STDERR = Path.of("/proc/self/fd/2");

    private final ScheduledExecutorService thread;

    private BoundedLog(ScheduledExecutorService thread) {
        this.thread = thread;
    }

    /** Looks after {@code log} from now on, if it is what this process's stderr goes to. */
    static BoundedLog keep(Path log) {
        var thread =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("log keeper").factory());
        if (isStderr(log)) {
            var _ =
                    thread.scheduleWithFixedDelay(
                            () -> shorten(log, LARGEST),
                            0,
                            BETWEEN.toMillis(),
                            TimeUnit.MILLISECONDS);
        }
        return new BoundedLog(thread);
    }

    private static boolean isStderr(Path log) {
        try {
            return Files.isSameFile(log, STDERR);
        } catch (IOException _) {
            return false; // there is no such file, or no stderr
        }
    }

    /** Once and now. */
    static void shorten(Path log, long largest) {
        try {
            if (Files.size(log) <= largest) return;
            Path before = log.resolveSibling(log.getFileName() + ".1");
            Files.copy(log, before, StandardCopyOption.REPLACE_EXISTING);
            FileChannel.open(log, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
                    .close();
        } catch (IOException e) {
            LOG.warn("{} grows on: {}", log, e.getMessage());
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
