package dev.muster.agent.supervise.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Takes in what the workers leave behind: when a process's parent dies, it becomes a child of this
 * one instead of the system's first process ({@code PR_SET_CHILD_SUBREAPER}). So it stays known
 * whose it was, even if it left its session and cleared its environment.
 *
 * <p>Only for a process in which nobody but the workers of one run starts anything: whatever else
 * it started would be taken in too, and ended with the run. Any thread.
 */
public final class Orphans {
    private static final int OWN_PID = (int) ProcessHandle.current().pid();

    /** Those that we started ourselves and have not reaped: they are awaited by who did. */
    private static final Set<Integer> STARTED = ConcurrentHashMap.newKeySet();

    private Orphans() {}

    /** From now on, for as long as this process lives. */
    public static void takeIn() {
        Posix.becomeSubreaper();
    }

    /** Lets go of those that have ended, and says who is there. Others may do so beside us. */
    static List<ProcessEntry> present() throws IOException {
        if (!areTakenIn()) return List.of();
        var present = new ArrayList<ProcessEntry>();
        for (ProcessEntry entry : ProcessTable.ownChildren()) {
            if (!isTakenIn(entry)) continue;
            if (entry.isZombie()) {
                Posix.reapIfThere(entry.pid());
            } else {
                present.add(entry);
            }
        }
        return present;
    }

    static boolean areTakenIn() {
        return Posix.isSubreaper();
    }

    /** A child of ours that we did not start: what the JDK starts stays in our session. */
    static boolean isTakenIn(ProcessEntry entry) {
        return entry.parent() == OWN_PID
                && entry.session() != Posix.ownSession()
                && !STARTED.contains(entry.pid());
    }

    static void started(int pid) {
        STARTED.add(pid);
    }

    static void reaped(int pid) {
        STARTED.remove(pid);
    }
}
