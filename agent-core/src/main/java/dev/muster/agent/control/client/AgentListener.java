package dev.muster.agent.control.client;

import dev.muster.agent.job.RunId;

/** Hears which runs an agent has. On the client's thread. */
public interface AgentListener {
    /** The agent has agreed; all runs that it has follow, then each new one. */
    void opened();

    /** The agent has this run. */
    void has(RunId run);

    /** The agent has forgotten this run. */
    void forgot(RunId run);

    /** The stream is over; nothing more is heard. */
    void failed(ControlFailure why);
}
