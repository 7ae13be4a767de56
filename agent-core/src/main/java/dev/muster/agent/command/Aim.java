package dev.muster.agent.command;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RendezvousView;
import dev.muster.agent.job.RunId;

/**
 * What whoever gave a command had in view. When the run is elsewhere by the time the command
 * arrives, the command is stale and is refused: it was meant for other workers.
 *
 * @param attempt 0 before the first
 * @param round in which this agent's workers have their ranks, 0 …; 0 too while there is none, and
 *     for a job of one node
 */
public record Aim(RunId run, int attempt, long round) {
    /** At an attempt of a job of one node. */
    public Aim(RunId run, int attempt) {
        this(run, attempt, 0);
    }

    /** At a run as it stands in this snapshot. */
    public static Aim at(JobSnapshot run) {
        long round =
                run.rendezvous()
                        .flatMap(RendezvousView::place)
                        .map(RendezvousView.Place::round)
                        .orElse(0L);
        return new Aim(run.run(), run.attemptNumber(), round);
    }

    /** "attempt 2", or "attempt 2 in round 4". */
    public String inWords() {
        return round == 0
                ? "attempt " + attempt
                : "attempt %d in round %d".formatted(attempt, round);
    }
}
