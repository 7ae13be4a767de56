package dev.muster.agent.multiprocessing;

import dev.muster.agent.function.ReturnValues;
import dev.muster.agent.job.LocalRank;

import java.nio.file.Path;
import java.util.Map;

/**
 * What became of processes that were started together, by local rank.
 *
 * @param returnValues of functions; a program's is null; empty when a process failed
 * @param failures the first one first
 * @param stdouts the files of redirected and tee'd streams
 */
public record RunProcsResult(
        ReturnValues<LocalRank> returnValues,
        Map<LocalRank, ProcessFailure> failures,
        Map<LocalRank, Path> stdouts,
        Map<LocalRank, Path> stderrs) {
    public boolean isFailed() {
        return !failures.isEmpty();
    }
}
