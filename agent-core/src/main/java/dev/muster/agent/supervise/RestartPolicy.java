package dev.muster.agent.supervise;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.supervise.Group.Then;

import java.time.Duration;
import java.util.Optional;

/**
 * Whether the group gets another attempt. One failure takes the whole group down, so the group
 * restarts as a whole (spec/elastic-agent §3.3).
 */
public record RestartPolicy(int maxRestarts) {
    /** A failure so soon after the start would most likely come again at once. */
    static final Duration QUICK = Duration.ofSeconds(2);

    /** So many quick failures in a row are restarted without a pause. */
    private static final int QUICK_ONES_FREE = 2;

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

    /** How often the first pause can be doubled before it is the longest. */
    private static final int MOST_DOUBLINGS = 6;

    /**
     * How long the next start has to wait after so many quick failures in a row: 0, 0, 1 s, 2 s, 4
     * s … 60 s.
     */
    public Duration pauseAfter(int quickFailures) {
        int doublings = quickFailures - QUICK_ONES_FREE - 1;
        if (doublings < 0) return Duration.ZERO;
        if (doublings >= MOST_DOUBLINGS) return LONGEST_PAUSE;
        return FIRST_PAUSE.multipliedBy(1L << doublings);
    }

    /**
     * What comes after {@code culprit}'s failure, when {@code restartCount} restarts are used.
     *
     * @param rank the culprit's among all of the job, as people know it
     * @param quickFailures in a row, up to this failure
     */
    public Then afterFailure(
            LocalRank culprit, Rank rank, WorkerExit exit, int restartCount, int quickFailures) {
        return afterFailure(culprit, rank, exit, exit.inWords(), restartCount, quickFailures);
    }

    /**
     * The same, once more is known.
     *
     * @param words what happened to the culprit and why, as the end of a sentence
     */
    Then afterFailure(
            LocalRank culprit,
            Rank rank,
            WorkerExit exit,
            String words,
            int restartCount,
            int quickFailures) {
        String what = "rank %s %s".formatted(rank, words);
        if (exit instanceof WorkerExit.NeverStarted) {
            return giveUp(culprit, exit, what + "; starting it again would not help");
        }
        if (restartCount < maxRestarts) {
            return new Then.RestartAfterFailure(
                    culprit,
                    quickFailures,
                    "%s; restart %d of %d".formatted(what, restartCount + 1, maxRestarts));
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
