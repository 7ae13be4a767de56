package dev.muster.agent.supervise.process;

import dev.muster.agent.job.Signal;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Ends what a group of workers left behind. A process is signalled through a descriptor that means
 * it and no other, and only after it was seen, through that very descriptor's pid, to be ours: a
 * pid that was given to a stranger in between is never hit.
 *
 * <p>Blocks; runs on a thread of its own.
 */
final class Sweeper {
    /** How often a table of processes is read again because somebody may have forked meanwhile. */
    private static final int ROUNDS = 50;

    /** How long a process may take to disappear once killed, before the table is read again. */
    private static final Duration AFTER_KILL = Duration.ofMillis(200);

    private final Marker marker;
    private final Set<Integer> sessions;

    Sweeper(Marker marker, Set<Integer> sessions) {
        this.marker = marker;
        this.sessions = Set.copyOf(sessions);
    }

    /** What a sweep found: how many processes it had to end, and how many it could not. */
    record Swept(int ended, int stillThere) {}

    /** Kills everything at once and does not wait: the wave before a sweep. */
    void kill() throws IOException {
        for (int pid : ProcessTable.carrying(marker, sessions)) {
            signal(pid, Signal.KILL);
        }
    }

    /**
     * Asks everything with SIGTERM, waits for {@code grace}, kills what is left, and looks again
     * until nothing is.
     */
    Swept sweep(Duration grace) throws IOException {
        long deadline = System.nanoTime() + grace.toNanos();
        var ended = new HashSet<Integer>();
        for (int round = 0; round < ROUNDS; round++) {
            List<Integer> present = ProcessTable.carrying(marker, sessions);
            if (present.isEmpty()) return new Swept(ended.size(), 0);
            long left = deadline - System.nanoTime();
            boolean asking = left > 0;
            var pids = new ArrayList<Integer>();
            for (int pid : present) {
                boolean isNew = ended.add(pid);
                if (!asking || isNew) signal(pid, asking ? Signal.TERM : Signal.KILL);
                pids.add(pid);
            }
            long untilThen = System.nanoTime() + (asking ? left : AFTER_KILL.toNanos());
            for (int pid : pids) await(pid, untilThen);
        }
        return new Swept(ended.size(), ProcessTable.carrying(marker, sessions).size());
    }

    private void signal(int pid, Signal signal) throws IOException {
        OptionalInt descriptor = Posix.openPid(pid);
        if (descriptor.isEmpty()) return;
        try {
            if (ProcessTable.isOurs(pid, marker, sessions)) {
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
