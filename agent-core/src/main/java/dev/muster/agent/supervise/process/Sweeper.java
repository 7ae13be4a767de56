package dev.muster.agent.supervise.process;

import dev.muster.agent.job.Signal;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Ends what a group of workers left behind. A process is signalled through a descriptor that means
 * it and no other, and only if it is, by its start time, the very one that was seen to be ours: a
 * pid that was given to a stranger in between is never hit.
 *
 * <p>Blocks; runs on a thread of its own.
 */
final class Sweeper {
    /** How long a process may take to disappear once killed, before the table is read again. */
    private static final Duration AFTER_KILL = Duration.ofMillis(100);

    /** Who is still there so long after SIGKILL cannot be killed now. */
    private static final Duration UNKILLABLE = Duration.ofSeconds(2);

    /** The longest that those who go on forking are killed after their grace. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Kin kin;

    Sweeper(Kin kin) {
        this.kin = kin;
    }

    /** What a sweep found: how many processes it ended, and which it could not. */
    record Swept(int ended, List<Leftover> stillThere) {}

    /** Kills everything at once and does not wait: the wave before a sweep. */
    void kill() throws IOException {
        kin.killMembers();
        for (ProcessEntry entry : kin.living()) signal(entry, Signal.KILL);
    }

    /**
     * Asks everything with SIGTERM, waits for {@code grace}, kills what is left, and looks again
     * until nothing is, or nothing but what cannot be killed.
     */
    Swept sweep(Duration grace) throws IOException {
        long deadline = System.nanoTime() + grace.toNanos();
        var asked = new HashSet<Integer>();
        var killedAt = new HashMap<Integer, Long>();
        while (true) {
            List<ProcessEntry> present = kin.living();
            long now = System.nanoTime();
            if (present.isEmpty()) return new Swept(asked.size(), List.of());
            if (areUnkillable(present, killedAt, now) || now - deadline > LONGEST.toNanos()) {
                return new Swept(asked.size() - present.size(), named(present));
            }
            boolean asking = now < deadline;
            if (!asking) kin.killMembers();
            for (ProcessEntry entry : present) {
                boolean isNew = asked.add(entry.pid());
                if (!asking || isNew) signal(entry, asking ? Signal.TERM : Signal.KILL);
                if (!asking) killedAt.putIfAbsent(entry.pid(), now);
            }
            long untilThen = asking ? deadline : System.nanoTime() + AFTER_KILL.toNanos();
            for (ProcessEntry entry : present) await(entry.pid(), untilThen);
        }
    }

    private static boolean areUnkillable(
            List<ProcessEntry> present, Map<Integer, Long> killedAt, long now) {
        return present.stream()
                .allMatch(
                        entry ->
                                killedAt.containsKey(entry.pid())
                                        && now - killedAt.get(entry.pid()) >= UNKILLABLE.toNanos());
    }

    private static List<Leftover> named(List<ProcessEntry> present) throws IOException {
        var named = new ArrayList<Leftover>();
        for (ProcessEntry entry : present) named.add(Leftover.of(entry));
        return named;
    }

    private static void signal(ProcessEntry entry, Signal signal) throws IOException {
        OptionalInt descriptor = Posix.openPid(entry.pid());
        if (descriptor.isEmpty()) return;
        try {
            if (ProcessEntry.read(entry.pid()).filter(entry::isSameAs).isPresent()) {
                Posix.signalPid(descriptor.getAsInt(), signal);
            }
        } finally {
            Posix.close(descriptor.getAsInt());
        }
    }

    private static void await(int pid, long deadline) {
        OptionalInt descriptor = Posix.openPid(pid);
        if (descriptor.isEmpty()) return;
        try {
            long millis = Math.ceilDiv(deadline - System.nanoTime(), 1_000_000L);
            Posix.awaitPid(descriptor.getAsInt(), millis);
        } finally {
            Posix.close(descriptor.getAsInt());
        }
    }
}
