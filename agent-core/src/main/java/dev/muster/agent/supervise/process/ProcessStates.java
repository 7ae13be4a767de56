package dev.muster.agent.supervise.process;

import java.io.IOException;
import java.util.Optional;

/** What a process is doing, as the kernel says it in a letter. Any thread. */
public final class ProcessStates {
    private ProcessStates() {}

    /** Whether it waits for something that no signal gets it away from; a process gone does not. */
    public static boolean isUninterruptible(long pid) {
        try {
            Optional<ProcessEntry> entry = ProcessEntry.read(Math.toIntExact(pid));
            return entry.isPresent() && entry.get().state() == 'D';
        } catch (IOException _) {
            return false; // not to be known now; the next look may tell
        }
    }
}
