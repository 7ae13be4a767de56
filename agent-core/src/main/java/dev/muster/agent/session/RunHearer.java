package dev.muster.agent.session;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;

/**
 * Hears every event of one run, from the first on. On one thread, not the caller's; must be quick.
 */
public interface RunHearer {
    /** {@code now} is the run as of that event. */
    void happened(NumberedEvent event, JobSnapshot now);

    /** The agent has no such run, or no longer; nothing more is heard. */
    void absent();
}
