package dev.muster.agent.elastic;

import dev.muster.agent.function.ReturnValues;
import dev.muster.agent.job.Rank;
import dev.muster.agent.multiprocessing.ProcessFailure;

import java.util.Map;

/**
 * What became of a run, as far as this agent's workers go.
 *
 * @param returnValues by global rank; a program's is null; empty unless the run succeeded
 * @param failures by global rank, the first one first
 * @param because in a sentence
 */
public record RunResult(
        WorkerState state,
        ReturnValues<Rank> returnValues,
        Map<Rank, ProcessFailure> failures,
        String because) {
    public boolean isFailed() {
        return state == WorkerState.FAILED;
    }
}
