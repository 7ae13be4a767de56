package dev.muster.agent.supervise;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.supervise.Group.Then;

import java.util.Optional;

/**
 * Whether the group gets another attempt. One failure takes the whole group down, so the group
 * restarts as a whole (spec/elastic-agent §3.3).
 */
public record RestartPolicy(int maxRestarts) {
    /**
     * What comes after {@code culprit}'s failure, when {@code restartCount} restarts are used.
     *
     * @param rank the culprit's among all of the job, as people know it
     */
    public Then afterFailure(LocalRank culprit, Rank rank, WorkerExit exit, int restartCount) {
        return afterFailure(culprit, rank, exit, exit.inWords(), restartCount);
    }

    /**
     * The same, once more is known.
     *
     * @param words what happened to the culprit and why, as the end of a sentence
     */
    Then afterFailure(
            LocalRank culprit, Rank rank, WorkerExit exit, String words, int restartCount) {
        String what = "rank %s %s".formatted(rank, words);
        if (exit instanceof WorkerExit.NeverStarted) {
            return giveUp(culprit, exit, what + "; starting it again would not help");
        }
        if (restartCount < maxRestarts) {
            return new Then.RestartAfterFailure(
                    culprit, "%s; restart %d of %d".formatted(what, restartCount + 1, maxRestarts));
        }
        return giveUp(
                culprit,
                exit,
                switch (maxRestarts) {
                    case 0 -> what + "; no restarts were allowed";
                    case 1 -> what + "; the only restart is used";
                    default -> "%s; all %d restarts are used".formatted(what, maxRestarts);
                });
    }

    private static Then giveUp(LocalRank culprit, WorkerExit exit, String because) {
        return new Then.End(
                Outcome.FAILED, exit.shellCode(), Optional.of(culprit), because, Farewell.CLOSE);
    }
}
