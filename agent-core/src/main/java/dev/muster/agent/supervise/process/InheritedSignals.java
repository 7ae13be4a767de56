package dev.muster.agent.supervise.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What was to be done with signals when this process was started, as far as its children would not
 * find it by themselves. Signal n is bit n-1.
 *
 * @param blocked the signals that were blocked
 * @param ignored those that are ignored
 */
record InheritedSignals(long blocked, long ignored) {
    /** Of the first thread, which Java only waits in and changes nothing of. */
    private static final Path STATUS = Path.of("/proc/self/status");

    private static final long PIPE = 1L << 13 - 1;

    /**
     * glibc's own two, which its posix_spawn makes every child ignore unless told to reset them.
     */
    private static final long OF_GLIBC = 1L << 32 - 1 | 1L << 33 - 1;

    static InheritedSignals own() {
        try {
            return of(Files.readAllLines(STATUS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static InheritedSignals of(List<String> status) {
        return new InheritedSignals(field(status, "SigBlk:"), field(status, "SigIgn:"));
    }

    /** The signals that a child is to have reset. SIGPIPE is never left ignored, as by Python. */
    long toBeReset() {
        return PIPE | OF_GLIBC & ~ignored;
    }

    private static long field(List<String> status, String name) {
        return status.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> Long.parseUnsignedLong(line.substring(name.length()).strip(), 16))
                .findFirst()
                .orElse(0L);
    }
}
