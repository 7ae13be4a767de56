package dev.muster.agent.loop;

import java.time.Instant;

/** Wakes the agent's thread later. */
public interface Timers {
    /** Runs {@code action} on the agent's thread at {@code when}, or soon if that is past. */
    void at(Instant when, Runnable action);
}
