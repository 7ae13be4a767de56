package dev.muster.agent.supervise.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What {@code /proc} tells about who runs. A process that ends while it is being read is simply not
 * there; a process of another user cannot be read and is not ours. Any thread.
 */
final class ProcessTable {
    private static final Path PROC = Path.of("/proc");

    /** How often a process without an environment is looked at again, and after what time each. */
    private static final int LOOKS = 10;

    private static final long BETWEEN_LOOKS_MILLIS = 1;

    private ProcessTable() {}

    /**
     * The living processes that carry the marker in their environment, or belong to one of the
     * sessions. Zombies are not alive: there is nothing left to end.
     *
     * <p>While a process is being replaced by another program its environment reads as empty for a
     * moment. So whoever shows none is looked at again for a little while before it counts as a
     * stranger. May block for {@link #LOOKS} times {@link #BETWEEN_LOOKS_MILLIS}.
     */
    static List<Integer> carrying(Marker marker, Set<Integer> sessions) throws IOException {
        var found = new ArrayList<Integer>();
        List<Integer> unclear = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                sort(
                        Integer.parseInt(entry.getFileName().toString()),
                        marker,
                        sessions,
                        found,
                        unclear);
            }
        }
        for (int look = 0; look < LOOKS && !unclear.isEmpty(); look++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(BETWEEN_LOOKS_MILLIS));
            var stillUnclear = new ArrayList<Integer>();
            for (int pid : unclear) sort(pid, marker, sessions, found, stillUnclear);
            unclear = stillUnclear;
        }
        return found;
    }

    /** Whether that process, at this moment, carries the marker or is in one of the sessions. */
    static boolean isOurs(int pid, Marker marker, Set<Integer> sessions) throws IOException {
        return look(pid, marker.bytes(), sessions) == Look.OURS;
    }

    /** What one look at a process tells. */
    private enum Look {
        OURS,
        FOREIGN,
        /** It shows no environment: it may have none, or be in the middle of an exec. */
        UNCLEAR
    }

    private static void sort(
            int pid,
            Marker marker,
            Set<Integer> sessions,
            List<Integer> ours,
            List<Integer> unclear)
            throws IOException {
        switch (look(pid, marker.bytes(), sessions)) {
            case OURS -> ours.add(pid);
            case UNCLEAR -> unclear.add(pid);
            case FOREIGN -> {
                // nothing to do with us
            }
        }
    }

    private static Look look(int pid, byte[] mark, Set<Integer> sessions) throws IOException {
        Path entry = PROC.resolve(Integer.toString(pid));
        try {
            byte[] environment = Files.readAllBytes(entry.resolve("environ"));
            if (hasVariable(environment, mark)) return Look.OURS;
            boolean clear = environment.length > 0;
            if (clear && sessions.isEmpty()) return Look.FOREIGN;
            var stat = Stat.read(entry);
            if (stat.isZombie() || stat.isOfTheKernel()) return Look.FOREIGN;
            if (sessions.contains(stat.session())) return Look.OURS;
            return clear ? Look.FOREIGN : Look.UNCLEAR;
        } catch (AccessDeniedException _) {
            return Look.FOREIGN; // another user's, so not ours
        } catch (IOException e) {
            if (endedMeanwhile(entry, e)) return Look.FOREIGN;
            throw e; // no descriptor left, say: then nobody knows whose it is
        }
    }

    private static boolean endedMeanwhile(Path entry, IOException e) {
        return !Files.exists(entry) || String.valueOf(e.getMessage()).contains("No such process");
    }

    /** The parts of {@code /proc/<pid>/stat} that matter here. */
    private record Stat(String state, int session, long flags) {
        private static final long KERNEL_THREAD = 0x0020_0000;

        static Stat read(Path entry) throws IOException {
            String line = Files.readString(entry.resolve("stat"), StandardCharsets.ISO_8859_1);
            // pid (name) state ppid pgrp session tty tpgid flags …; a name may hold ") " of its own
            String[] afterName = line.substring(line.lastIndexOf(')') + 2).split(" ", 8);
            return new Stat(
                    afterName[0], Integer.parseInt(afterName[3]), Long.parseLong(afterName[6]));
        }

        boolean isZombie() {
            return state.equals("Z");
        }

        boolean isOfTheKernel() {
            return (flags & KERNEL_THREAD) != 0;
        }
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
