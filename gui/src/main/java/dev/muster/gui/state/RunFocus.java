package dev.muster.gui.state;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.job.Rank;

import java.time.Instant;
import java.util.Optional;

/**
 * The run that is looked at, and what of it.
 *
 * @param usage what its workers use, as far as it was measured
 * @param rank the one selected in the grid
 * @param attempt the one picked, else the newest; 0 before the first
 * @param now by the session's time
 */
public record RunFocus(
        JobSnapshot run, Optional<RunUsage> usage, Optional<Rank> rank, int attempt, Instant now) {
    /** The same, of another attempt. */
    public RunFocus of(int other) {
        return new RunFocus(run, usage, rank, other, now);
    }
}
