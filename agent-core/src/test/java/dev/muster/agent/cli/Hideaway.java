package dev.muster.agent.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A worker that does all it can to leave something behind. Everything it starts sleeps for a time
 * that no other process sleeps for: by that, and not by anything of Muster's, it is found again.
 */
final class Hideaway {
    private final String seconds =
            "9%06d.%06d"
                    .formatted(
                            ThreadLocalRandom.current().nextInt(1_000_000),
                            ThreadLocalRandom.current().nextInt(1_000_000));

    /** Ignores SIGTERM, and so does its child. */
    String deaf() {
        return "trap '' TERM HUP INT; sleep %s & echo ready; while :; do wait; sleep 0.1; done"
                .formatted(seconds);
    }

    /** Leaves a grandchild in a session of its own, whose parent ends at once. */
    String twiceForked() {
        return "setsid sh -c 'trap \"\" TERM; setsid sleep %s & exit 0'; echo ready; sleep %s"
                .formatted(seconds, seconds);
    }

    /** The same, and the grandchild has no environment. */
    String cleared() {
        return "env -i setsid sh -c 'trap \"\" TERM; setsid sleep %s & exit 0'; echo ready; sleep %s"
                .formatted(seconds, seconds);
    }

    /** Those of it that are alive, with their pids. */
    List<String> leftovers() throws IOException {
        var found = new ArrayList<String>();
        try (var folders = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path folder : folders) {
                String line = commandLine(folder);
                if (line.contains("sleep " + seconds)) {
                    found.add(folder.getFileName() + ": " + line);
                }
            }
        }
        return found;
    }

    private static String commandLine(Path folder) {
        try {
            return new String(
                            Files.readAllBytes(folder.resolve("cmdline")),
                            StandardCharsets.ISO_8859_1)
                    .replace('\0', ' ');
        } catch (IOException _) {
            return ""; // it has ended meanwhile
        }
    }
}
