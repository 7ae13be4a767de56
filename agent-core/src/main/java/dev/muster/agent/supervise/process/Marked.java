package dev.muster.agent.supervise.process;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Signal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whose process it is, by the marker in its environment. Any thread; does not block.
 *
 * @param localRank the worker it is, or belongs to
 */
public record Marked(int attempt, LocalRank localRank) {
    private static final Pattern ATTEMPT_AND_RANK = Pattern.compile("([0-9]{1,9})/([0-9]{1,9})");

    /** Empty when there is no such process, or it does not carry the run's marker. */
    public static Optional<Marked> of(Marker run, long pid) {
        try {
            byte[] environment = Files.readAllBytes(Path.of("/proc/" + pid + "/environ"));
            for (String variable :
                    new String(environment, StandardCharsets.UTF_8).split("\0", -1)) {
                if (!variable.startsWith(run.prefix())) continue;
                Matcher rest = ATTEMPT_AND_RANK.matcher(variable.substring(run.prefix().length()));
                if (!rest.matches()) continue;
                return Optional.of(
                        new Marked(
                                Integer.parseInt(rest.group(1)),
                                new LocalRank(Integer.parseInt(rest.group(2)))));
            }
            return Optional.empty();
        } catch (IOException _) {
            return Optional.empty(); // gone, or another user's
        }
    }

    /**
     * Signals a process, through a descriptor that means it and no other, if it carries the marker.
     *
     * @return whose it is; empty when it is not ours, and then nothing was sent
     */
    public static Optional<Marked> signal(Marker run, int pid, Signal signal) {
        OptionalInt descriptor = Posix.openPid(pid);
        if (descriptor.isEmpty()) return Optional.empty();
        try {
            Optional<Marked> whose = of(run, pid);
            if (whose.isPresent()) Posix.signalPid(descriptor.getAsInt(), signal);
            return whose;
        } finally {
            Posix.close(descriptor.getAsInt());
        }
    }
}
