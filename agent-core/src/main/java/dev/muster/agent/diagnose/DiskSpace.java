package dev.muster.agent.diagnose;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much room a disk has, in bytes.
 *
 * @param free for this user
 */
public record DiskSpace(long total, long free) {
    /** Asks the disk of a folder; may take for ever. */
    public interface Gauge {
        DiskSpace of(Path folder) throws IOException;
    }

    private static final long GIB = 1L << 30;
    private static final long LEAST_FREE = 2 * GIB;

    /** Less than a page: whoever writes gets an error. */
    private static final long NOTHING = 4096;

    /** Reads it. It takes as long as the disk does, which for a lost server may be for ever. */
    public static DiskSpace of(Path folder) throws IOException {
        FileStore disk = Files.getFileStore(folder);
        return new DiskSpace(disk.getTotalSpace(), disk.getUsableSpace());
    }

    /** Under 5 %, or under 2 GiB where that is not more than half of the disk. */
    public boolean isLow() {
        return free < limit();
    }

    /** A quarter above the limit: so that a disk at the limit is not told of again and again. */
    public boolean isPlenty() {
        return free >= limit() + limit() / 4;
    }

    public boolean isFull() {
        return free < NOTHING;
    }

    private long limit() {
        return Math.max(total / 20, Math.min(LEAST_FREE, total / 2));
    }

    /** As {@code 1.5 GiB}. */
    public static String inWords(long bytes) {
        if (bytes >= GIB) return "%.1f GiB".formatted((double) bytes / GIB);
        return bytes >= 1 << 20
                ? "%.1f MiB".formatted((double) bytes / (1 << 20))
                : bytes / 1024 + " KiB";
    }
}
