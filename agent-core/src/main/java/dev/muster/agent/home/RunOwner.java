package dev.muster.agent.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The process that looks after a run, as {@code agent.pid} in the run's folder names it: five words
 * that together mean it and no other process, ever.
 *
 * @param startTicks when it was started, in hundredths of a second since the machine was
 * @param boot which start of the machine that was, as the kernel names it
 * @param pidNamespace among whose processes the pid counts; a container has its own
 */
public record RunOwner(long pid, long startTicks, String boot, String pidNamespace, String host) {
    /** Whether that very process is still there. */
    public enum Presence {
        HERE,
        GONE,
        /** It belongs to another machine or container. */
        UNKNOWN
    }

    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path PID_NAMESPACE = Path.of("/proc/self/ns/pid");
    private static final int WORDS = 5;

    /** More than these words take. */
    private static final int LARGEST_FILE = 1_000;

    /** This process. Absent where the system does not tell. */
    public static Optional<RunOwner> ofThisProcess() {
        return living(ProcessHandle.current().pid());
    }

    /** Absent when it was not written, or is not what is written there. */
    public static Optional<RunOwner> read(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                || Files.size(file) > LARGEST_FILE) {
            return Optional.empty();
        }
        String[] words = Files.readString(file).strip().split(" ", -1);
        if (words.length != WORDS) return Optional.empty();
        try {
            long pid = Long.parseLong(words[0]);
            long startTicks = Long.parseLong(words[1]);
            return Optional.of(new RunOwner(pid, startTicks, words[2], words[3], words[4]));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    public String text() {
        return "%d %d %s %s %s%n".formatted(pid, startTicks, boot, pidNamespace, host);
    }

    public Presence presence() {
        return ofThisProcess().map(this::seenBy).orElse(Presence.UNKNOWN);
    }

    private Presence seenBy(RunOwner us) {
        if (!boot.equals(us.boot)) {
            return host.equals(us.host) ? Presence.GONE : Presence.UNKNOWN;
        }
        if (!pidNamespace.equals(us.pidNamespace)) return Presence.UNKNOWN;
        return living(pid).equals(Optional.of(this)) ? Presence.HERE : Presence.GONE;
    }

    private static Optional<RunOwner> living(long pid) {
        Optional<Long> startTicks = Processes.startTicks(pid);
        if (startTicks.isEmpty()) return Optional.empty();
        try {
            return Optional.of(
                    new RunOwner(
                            pid,
                            startTicks.get(),
                            Files.readString(BOOT).strip(),
                            Files.readSymbolicLink(PID_NAMESPACE).toString(),
                            HostName.read()));
        } catch (IOException _) {
            return Optional.empty(); // this system has no such files
        }
    }
}
