package dev.muster.store.server;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How many files and sockets this process may have open. */
final class Descriptors {
    private static final Logger LOG = LoggerFactory.getLogger(Descriptors.class);
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Path OPEN = Path.of("/proc/self/fd");
    private static final String LINE = "Max open files";

    /** For files that are opened while all connections are there: logs, classes, look-ups. */
    private static final int SPARE = 64;

    private Descriptors() {}

    /**
     * As many connections as are {@code wanted}, or as this process can have: who is turned away by
     * us knows at once, who is by a system without descriptors knows nothing.
     */
    static int atMost(int wanted) {
        try (var open = Files.list(OPEN)) {
            for (String line : Files.readAllLines(LIMITS)) {
                if (!line.startsWith(LINE)) continue;
                String soft = line.substring(LINE.length()).strip().split(" ", -1)[0];
                long left = Long.parseLong(soft) - open.count() - SPARE;
                return Math.clamp(left, 1, wanted);
            }
        } catch (IOException | NumberFormatException e) {
            LOG.debug("this system does not tell how many descriptors there may be", e);
        }
        return wanted;
    }
}
