package dev.muster.agent.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Which connections are this process's own, as the kernel has it. */
final class OwnSockets {
    // fields of a line of /proc/self/net/tcp
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int INODE = 9;

    private OwnSockets() {}

    /** The addresses from which this process is connected to that port of 127.0.0.1. */
    static Set<String> to(int port) {
        try {
            Set<String> open = openSockets();
            var found = new HashSet<String>();
            for (String table : List.of("tcp", "tcp6")) {
                Path lines = Path.of("/proc/self/net", table);
                if (!Files.exists(lines)) continue;
                Files.readAllLines(lines).stream()
                        .skip(1)
                        .map(line -> line.strip().split(" +"))
                        .filter(fields -> port(fields[REMOTE]) == port)
                        .filter(fields -> open.contains("socket:[%s]".formatted(fields[INODE])))
                        .forEach(fields -> found.add("127.0.0.1:" + port(fields[LOCAL])));
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.indexOf(':') + 1), 16);
    }

    private static Set<String> openSockets() throws IOException {
        var open = new HashSet<String>();
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            for (Path file : files.toList()) {
                if (Files.isSymbolicLink(file)) open.add(Files.readSymbolicLink(file).toString());
            }
        }
        return open;
    }
}
