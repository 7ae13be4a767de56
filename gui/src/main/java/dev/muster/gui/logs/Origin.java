package dev.muster.gui.logs;

import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Rank;

import java.time.Instant;

/** Where a row comes from. */
sealed interface Origin {
    Origin UNSAID = new Unsaid();

    /** From the one file that is shown, as all rows; they have numbers instead. */
    record Unsaid() implements Origin {}

    /**
     * From one of several streams.
     *
     * @param exact false when the time is an estimate: nobody noted it when the row came
     */
    record Printed(Rank rank, LogStream stream, Instant at, boolean exact) implements Origin {}

    /** From us: what happened between two rows. */
    record Rule(Instant at) implements Origin {}
}
