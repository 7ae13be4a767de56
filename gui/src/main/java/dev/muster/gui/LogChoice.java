package dev.muster.gui;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;

/** Which log the dock shows. */
sealed interface LogChoice {
    /**
     * @param first which of its streams says most: of one that failed, stderr
     */
    record Worker(RunId run, int attempt, LocalRank localRank, LogStream first)
            implements LogChoice {}

    /** No log, and the sentence that stands in its place. */
    record None(String why) implements LogChoice {}
}
