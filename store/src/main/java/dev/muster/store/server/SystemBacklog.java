package dev.muster.store.server;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How many connections the system keeps at one door until they are let in. Of those beyond, it
 * drops some: their clients try again after a second or more, or fail.
 */
final class SystemBacklog {
    /** More than any system allows: each cuts it down to its own maximum. */
    static final int LARGEST = 0xffff;

    private static final Logger LOG = LoggerFactory.getLogger(SystemBacklog.class);
    private static final Path LIMIT = Path.of("/proc/sys/net/core/somaxconn");

    private SystemBacklog() {}

    /** Says in the log what to do if {@code clients} at once are too many for this system. */
    static void warnIfBelow(int clients) {
        try {
            warning(clients, limit()).ifPresent(LOG::warn);
        } catch (IOException | NumberFormatException e) {
            LOG.debug("this system does not tell its limit", e);
        }
    }

    /**
     * The system's own. Read as lines: {@code readString} begins with a single byte where a file
     * says that it is empty, and such a file has nothing more to say after that.
     */
    static int limit() throws IOException {
        return Integer.parseInt(Files.readAllLines(LIMIT).getFirst().strip());
    }

    static Optional<String> warning(int clients, int limit) {
        if (clients <= limit) return Optional.empty();
        return Optional.of(
                ("%d clients are expected, but the system keeps only %d that come at once and may"
                                + " refuse the others: allow more with `sysctl -w"
                                + " net.core.somaxconn=%d` before the store is started")
                        .formatted(clients, limit, Math.min(LARGEST, clients)));
    }
}
