package dev.muster.agent.supervise.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What {@code /proc} tells about who runs. A process that ends while it is being read is simply not
 * there; a process of another user cannot be read and is not ours. Any thread.
 */
final class ProcessTable {
    private static final Path PROC = Path.of("/proc");

    private ProcessTable() {}

    /**
     * The living processes that carry the marker in their environment, or belong to one of the
     * sessions. Zombies are not alive: there is nothing left to end.
     */
    static List<Integer> carrying(Marker marker, Set<Integer> sessions) throws IOException {
        byte[] mark = marker.bytes();
        var found = new ArrayList<Integer>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                int pid = Integer.parseInt(entry.getFileName().toString());
                if (isOurs(entry, mark, sessions)) found.add(pid);
            }
        }
        return found;
    }

    /** Whether that process, at this moment, carries the marker or is in one of the sessions. */
    static boolean isOurs(int pid, Marker marker, Set<Integer> sessions) {
        return isOurs(PROC.resolve(Integer.toString(pid)), marker.bytes(), sessions);
    }

    private static boolean isOurs(Path entry, byte[] mark, Set<Integer> sessions) {
        try {
            if (hasVariable(Files.readAllBytes(entry.resolve("environ")), mark)) return true;
            return !sessions.isEmpty() && livesInOneOf(entry, sessions);
        } catch (IOException _) {
            return false; // it ended just now, or it is not ours to read
        }
    }

    private static boolean livesInOneOf(Path entry, Set<Integer> sessions) throws IOException {
        String stat = Files.readString(entry.resolve("stat"), StandardCharsets.ISO_8859_1);
        // pid (name) state ppid pgrp session …; the name may hold blanks and brackets of its own
        String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 5);
        boolean isZombie = afterName[0].equals("Z");
        return !isZombie && sessions.contains(Integer.valueOf(afterName[3]));
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
