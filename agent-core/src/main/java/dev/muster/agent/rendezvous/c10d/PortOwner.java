package dev.muster.agent.rendezvous.c10d;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Who listens on a port of this machine, as far as the kernel tells this user. */
final class PortOwner {
    private static final Path PROC = Path.of("/proc");
    private static final String LISTENING = "0A";
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private PortOwner() {}

    /** For example {@code python3 (process 4711)}; empty where it is another user's. */
    static Optional<String> of(int port) {
        try {
            Set<String> sockets = new HashSet<>();
            for (String table : List.of("tcp", "tcp6")) {
                sockets.addAll(listening(PROC.resolve("net").resolve(table), port));
            }
            return sockets.isEmpty() ? Optional.empty() : holder(sockets);
        } catch (IOException _) {
            return Optional.empty(); // no such tables outside Linux
        }
    }

    private static Set<String> listening(Path table, int port) throws IOException {
        var sockets = new HashSet<String>();
        if (!Files.isReadable(table)) return sockets;
        String suffix = ":%04X".formatted(port);
        for (String line : Files.readAllLines(table)) {
            String[] fields = line.strip().split("\\s+", -1);
            if (fields.length > INODE
                    && fields[STATE].toUpperCase(Locale.ROOT).equals(LISTENING)
                    && fields[LOCAL_ADDRESS].endsWith(suffix)) {
                sockets.add("socket:[%s]".formatted(fields[INODE]));
            }
        }
        return sockets;
    }

    private static Optional<String> holder(Set<String> sockets) throws IOException {
        try (DirectoryStream<Path> processes =
                Files.newDirectoryStream(PROC, entry -> isNumber(entry.getFileName()))) {
            for (Path process : processes) {
                if (holds(process, sockets)) return Optional.of(described(process));
            }
        }
        return Optional.empty();
    }

    private static boolean holds(Path process, Set<String> sockets) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path file : files) {
                if (sockets.contains(Files.readSymbolicLink(file).toString())) return true;
            }
            return false;
        } catch (IOException | java.nio.file.DirectoryIteratorException _) {
            return false; // it is another user's, or gone
        }
    }

    private static String described(Path process) throws IOException {
        String name = Files.readString(process.resolve("comm")).strip();
        return "%s (process %s)".formatted(name, process.getFileName());
    }

    private static boolean isNumber(Path name) {
        return name.toString().chars().allMatch(Character::isDigit);
    }
}
