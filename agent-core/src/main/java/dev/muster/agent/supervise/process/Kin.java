package dev.muster.agent.supervise.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * By what a process is known to be one of an attempt's, wherever it went: it is in the run's
 * cgroup, in the session of a worker, carries the marker in its environment, was started by one of
 * those, or was seen to be one of ours before, and its pid has not come to mean another one since.
 *
 * <p>Where the agent takes in the orphans of its workers (see {@link Orphans}), whoever became a
 * child of ours without our having started it is one as well. Any thread.
 */
final class Kin {
    /** How often a process without an environment is looked at again, and after what time each. */
    private static final int LOOKS = 10;

    private static final long BETWEEN_LOOKS_MILLIS = 1;

    private final Marker marker;
    private final Set<Integer> sessions;
    private final Optional<RunCgroup> cgroup;
    private final long sinceTicks;
    private final Map<Integer, ProcessEntry> seen = new HashMap<>();

    /**
     * @param sessions of the workers, which are their pids too; may change
     * @param sinceTicks when the first of them was started: nobody older can be one of them
     */
    Kin(Marker marker, Set<Integer> sessions, Optional<RunCgroup> cgroup, long sinceTicks) {
        this.marker = marker;
        this.sessions = sessions;
        this.cgroup = cgroup;
        this.sinceTicks = sinceTicks;
    }

    /** Of whoever carries the marker, and all that they started. */
    static Kin carrying(Marker marker) {
        return new Kin(marker, Set.of(), Optional.empty(), 0);
    }

    /** Every process of ours that is alive. Blocks for some milliseconds. */
    synchronized List<ProcessEntry> living() throws IOException {
        List<ProcessEntry> everybody = ProcessTable.living(sinceTicks);
        Set<Integer> members = cgroup.isPresent() ? cgroup.get().members() : Set.of();
        boolean orphans = Orphans.areTakenIn();
        var ours = new HashMap<Integer, ProcessEntry>();
        var unclear = new ArrayList<ProcessEntry>();
        for (ProcessEntry entry : everybody) {
            boolean known =
                    members.contains(entry.pid())
                            || sessions.contains(entry.session())
                            || wasSeen(entry)
                            || (orphans && Orphans.isTakenIn(entry));
            if (known) {
                ours.put(entry.pid(), entry);
            } else {
                byEnvironment(entry, ours, unclear);
            }
        }
        lookAgain(unclear, ours);
        addDescendants(everybody, ours);
        seen.clear();
        seen.putAll(ours);
        return List.copyOf(ours.values());
    }

    private boolean wasSeen(ProcessEntry entry) {
        ProcessEntry before = seen.get(entry.pid());
        return before != null && before.isSameAs(entry);
    }

    private void byEnvironment(
            ProcessEntry entry, Map<Integer, ProcessEntry> ours, List<ProcessEntry> unclear)
            throws IOException {
        byte[] environment = ProcessEntry.environment(entry.pid());
        if (ProcessTable.hasVariable(environment, marker.bytes())) {
            ours.put(entry.pid(), entry);
        } else if (environment.length == 0) {
            unclear.add(entry);
        }
    }

    /**
     * While a process is being replaced by another program its environment reads as empty for a
     * moment. So whoever shows none is looked at again for a little while.
     */
    private void lookAgain(List<ProcessEntry> unclear, Map<Integer, ProcessEntry> ours)
            throws IOException {
        List<ProcessEntry> left = unclear;
        for (int look = 0; look < LOOKS && !left.isEmpty(); look++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(BETWEEN_LOOKS_MILLIS));
            var stillUnclear = new ArrayList<ProcessEntry>();
            for (ProcessEntry entry : left) byEnvironment(entry, ours, stillUnclear);
            left = stillUnclear;
        }
    }

    private static void addDescendants(
            List<ProcessEntry> everybody, Map<Integer, ProcessEntry> ours) {
        boolean grown = true;
        while (grown) {
            grown = false;
            for (ProcessEntry entry : everybody) {
                boolean child = ours.containsKey(entry.parent());
                if (child && ours.putIfAbsent(entry.pid(), entry) == null) grown = true;
            }
        }
    }

    /** Kills at once whoever is in the cgroup. */
    void killMembers() throws IOException {
        if (cgroup.isPresent()) cgroup.get().kill();
    }
}
