package dev.muster.agent.output;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A folder that is written to so fast that to be told of every write would cost more than to look:
 * for as long as its files grow, they are looked at instead. One thread.
 */
final class RestingFolder {
    /** More notifications than these in a window are a flood. */
    private static final int FLOOD = 200;

    private static final long WINDOW_NANOS = 100_000_000;

    /** Without growth for this long the flood is over. */
    private static final long QUIET_NANOS = 500_000_000;

    private final Map<Path, Long> sizes = new HashMap<>();
    private long grewAt;

    RestingFolder(long now) {
        grewAt = now;
    }

    /** Those of the files that are of another size than the last time. */
    List<Path> grown(Collection<Path> files, long now) {
        var grown = new ArrayList<Path>();
        for (Path file : files) {
            long size = file.toFile().length();
            Long before = sizes.put(file, size);
            if (before == null || before != size) grown.add(file);
        }
        if (!grown.isEmpty()) grewAt = now;
        return grown;
    }

    boolean isQuiet(long now) {
        return now - grewAt >= QUIET_NANOS;
    }

    /** Counts the notifications of one folder. One thread. */
    static final class FloodGauge {
        private long windowFrom;
        private int counted;

        /** True when these are a flood together with those shortly before. */
        boolean isFlood(int notifications, long now) {
            if (now - windowFrom >= WINDOW_NANOS) {
                windowFrom = now;
                counted = 0;
            }
            counted += notifications;
            return counted > FLOOD;
        }
    }
}
