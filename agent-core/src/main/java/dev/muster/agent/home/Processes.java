package dev.muster.agent.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What {@code /proc} says about who runs. */
final class Processes {
    /** Fields of {@code /proc/<pid>/stat}, counted from the one after the name. */
    private static final int STATE = 0;

    private static final int START = 19;

    private Processes() {}

    /** When the process with that pid was started; empty when nobody has it, or only a zombie. */
    static Optional<Long> startTicks(long pid) {
        try {
            String stat =
                    Files.readString(
                            Path.of("/proc", Long.toString(pid), "stat"),
                            StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", START + 2);
            boolean ended = "ZX".contains(fields[STATE]);
            return ended ? Optional.empty() : Optional.of(Long.parseLong(fields[START]));
        } catch (IOException _) {
            return Optional.empty(); // it ended, before or while it was read
        }
    }

    static int ownUser() {
        try {
            return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException e) {
            throw new UncheckedIOException("/proc does not tell of us", e);
        }
    }
}
