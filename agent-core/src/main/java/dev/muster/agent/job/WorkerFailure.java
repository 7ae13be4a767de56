package dev.muster.agent.job;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How and why one worker of an attempt failed.
 *
 * @param at when it was gone, to the nanosecond
 * @param asked whether the agent had asked the group to end by then
 * @param errorFile what its own error handler wrote, where that can be read
 * @param toldAt when it failed by its own account, else {@code at}
 * @param lastWords the last traceback or lines it left, at most a screenful
 */
public record WorkerFailure(
        Rank rank,
        LocalRank localRank,
        long pid,
        WorkerExit exit,
        Instant at,
        boolean asked,
        FailureCause cause,
        Optional<Path> errorFile,
        Instant toldAt,
        List<String> lastWords) {
    /** Python ends with this after an exception that nobody caught. */
    private static final int UNCAUGHT = 1;

    public WorkerFailure {
        lastWords = List.copyOf(lastWords);
    }

    /** How it ended, or would have if the agent had not ended it on its way out. */
    public WorkerExit ownExit() {
        return isHurried() ? new WorkerExit.Failed(UNCAUGHT) : exit;
    }

    private boolean isHurried() {
        boolean stopped = exit instanceof WorkerExit.Killed(_, var byAgent) && byAgent;
        return stopped && cause instanceof FailureCause.Raised;
    }

    /** What happened and why, as the end of a sentence that starts with the rank. */
    public String inWords() {
        String how = exit.inWords() + (isHurried() ? " on its way out" : "");
        return how + cause.inWords().map(": "::concat).orElse("");
    }
}
