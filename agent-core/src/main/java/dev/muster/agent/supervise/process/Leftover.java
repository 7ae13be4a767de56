package dev.muster.agent.supervise.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * A process of ours that went on after SIGKILL, named so that a person can find it again.
 *
 * @param where in the kernel it waits, as far as the system says
 */
public record Leftover(int pid, Instant startedAt, String name, char state, String where) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    /** Clock ticks as {@code /proc} counts them, whatever the kernel was built with. */
    private static final long TICKS_PER_SECOND = 100;

    static Leftover of(ProcessEntry entry) throws IOException {
        return new Leftover(
                entry.pid(),
                bootedAt().plusMillis(entry.startTicks() * 1_000 / TICKS_PER_SECOND),
                entry.name(),
                entry.state(),
                waitChannel(entry.pid()));
    }

    /** As the beginning of a sentence. */
    public String inWords(ZoneId zone) {
        String what =
                "pid %d (%s), started %s"
                        .formatted(pid, name, TIME.withZone(zone).format(startedAt));
        if (state != 'D') return what + ", is still there after SIGKILL";
        return what
                + ", is in an uninterruptible wait"
                + (where.isEmpty() ? "" : " (" + where + ")")
                + ": the system ends it when that is over, and not before";
    }

    private static Instant bootedAt() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/stat"))) {
            return lines.filter(line -> line.startsWith("btime "))
                    .map(line -> Instant.ofEpochSecond(Long.parseLong(line.substring(6).strip())))
                    .findFirst()
                    .orElse(Instant.EPOCH);
        }
    }

    /** Not every system tells; 0 is what the others write. */
    private static String waitChannel(int pid) {
        try {
            String channel = Files.readString(Path.of("/proc/" + pid + "/wchan")).strip();
            return channel.equals("0") ? "" : channel;
        } catch (IOException _) {
            return ""; // it has gone after all, or is not ours to look into
        }
    }
}
