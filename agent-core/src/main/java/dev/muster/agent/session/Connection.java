package dev.muster.agent.session;

import java.time.Instant;

/** Whether an agent is reached at this moment. */
public sealed interface Connection {
    /** What is shown is how it stands. */
    record Connected() implements Connection {}

    /**
     * What is shown is how it stood when the connection broke. It is tried again by itself.
     *
     * @param nextTry when; in the past while a try is under way
     */
    record Reconnecting(Instant since, String because, Instant nextTry) implements Connection {}

    /** What is shown is all there will ever be. */
    record Lost(String because) implements Connection {}
}
