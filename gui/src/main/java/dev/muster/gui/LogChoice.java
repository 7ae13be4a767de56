package dev.muster.gui;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.RunId;

/** Which log the dock shows. */
sealed interface LogChoice {
    record Worker(RunId run, int attempt, LocalRank localRank) implements LogChoice {}

    /** No log, and the sentence that stands in its place. */
    record None(String why) implements LogChoice {}
}
