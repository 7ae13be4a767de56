package dev.muster.agent.home;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where one agent process listens. Its name holds the process's pid and start time, which together
 * mean that process and no other: a socket that was left behind is never taken for somebody's.
 *
 * @param startTicks when the process was started, in hundredths of a second since the machine was
 */
public record AgentSocket(Path path, long pid, long startTicks) implements Comparable<AgentSocket> {
    static final String LONGEST_NAME = "4194304-9999999999999.sock";

    private static final Pattern NAME = Pattern.compile("([0-9]{1,10})-([0-9]{1,18})\\.sock");
    private static final Comparator<AgentSocket> BY_AGE =
            Comparator.comparingLong(AgentSocket::startTicks).thenComparing(AgentSocket::pid);

    static AgentSocket of(Path folder, long pid, long startTicks) {
        return new AgentSocket(
                folder.resolve("%d-%d.sock".formatted(pid, startTicks)), pid, startTicks);
    }

    /** The socket of that path; empty when its name is not that of an agent's socket. */
    public static Optional<AgentSocket> at(Path path) {
        var name = NAME.matcher(String.valueOf(path.getFileName()));
        if (!name.matches()) return Optional.empty();
        return Optional.of(
                new AgentSocket(
                        path, Long.parseLong(name.group(1)), Long.parseLong(name.group(2))));
    }

    /** Whether the process that made it is there still. */
    public boolean isAlive() {
        return Processes.startTicks(pid).equals(Optional.of(startTicks));
    }

    @Override
    public int compareTo(AgentSocket other) {
        return BY_AGE.compare(this, other);
    }
}
