package dev.muster.agent.supervise.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What {@code /proc} tells about who runs. A process that ends while it is being read is simply not
 * there. Any thread.
 */
final class ProcessTable {
    private static final Path PROC = Path.of("/proc");

    private static final Path OWN_THREADS = Path.of("/proc/self/task");

    private ProcessTable() {}

    /**
     * Everything alive that was started at {@code sinceTicks} or later. Zombies are not alive:
     * there is nothing left to end.
     */
    static List<ProcessEntry> living(long sinceTicks) throws IOException {
        return matching(
                entry ->
                        entry.startTicks() >= sinceTicks
                                && !entry.isZombie()
                                && !entry.isOfTheKernel());
    }

    /** The children of this process, zombies too. */
    static List<ProcessEntry> ownChildren() throws IOException {
        var found = new ArrayList<ProcessEntry>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(OWN_THREADS)) {
            for (Path thread : threads) {
                for (String pid : childrenOf(thread).split(" ")) {
                    if (pid.isBlank()) continue;
                    ProcessEntry.read(Integer.parseInt(pid)).ifPresent(found::add);
                }
            }
        }
        return found;
    }

    /** Of a thread that is there still, on a kernel that says. */
    private static String childrenOf(Path thread) {
        try {
            return Files.readString(thread.resolve("children"));
        } catch (IOException _) {
            return "";
        }
    }

    private static List<ProcessEntry> matching(Predicate<ProcessEntry> wanted) throws IOException {
        var found = new ArrayList<ProcessEntry>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path folder : folders) {
                ProcessEntry.read(Integer.parseInt(folder.getFileName().toString()))
                        .filter(wanted)
                        .ifPresent(found::add);
            }
        }
        return found;
    }

    /** Whether one of the NUL-separated variables begins with these bytes. */
    static boolean hasVariable(byte[] environment, byte[] beginning) {
        int start = 0;
        for (int i = 0; i <= environment.length; i++) {
            if (i < environment.length && environment[i] != 0) continue;
            if (startsWith(environment, start, i, beginning)) return true;
            start = i + 1;
        }
        return false;
    }

    private static boolean startsWith(byte[] bytes, int from, int to, byte[] beginning) {
        if (to - from < beginning.length) return false;
        for (int i = 0; i < beginning.length; i++) {
            if (bytes[from + i] != beginning[i]) return false;
        }
        return true;
    }
}
