package dev.muster.agent.control.client;

import dev.muster.agent.event.NumberedEvent;

/** Hears what happens in a run. On the client's thread. */
public interface RunListener {
    /** The next event: they come in order, without gaps but those that {@link #lost} tells of. */
    void happened(NumberedEvent event);

    /** The agent has lost the next events; behind them comes {@code until}. Never the first one. */
    void lost(long from, long until);

    /** What its workers use, as {@code UsageJson} reads it; no event, and not numbered. */
    void measured(String usage);

    /** The stream is over; nothing more is heard. */
    void failed(ControlFailure why);
}
