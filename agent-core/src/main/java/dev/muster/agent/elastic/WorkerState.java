package dev.muster.agent.elastic;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.job.WorkerExit;

/** Where the workers of one agent stand, all together (spec/elastic-agent §3.1). */
public enum WorkerState {
    /** torch's agent gives up in it; ours always knows, and never says so. */
    UNKNOWN,
    /** Nothing was started yet. */
    INIT,
    HEALTHY,
    /** torch's word for workers that the system holds; ours fail, or are waited for. */
    UNHEALTHY,
    /** On somebody's request, for good or between two starts. */
    STOPPED,
    SUCCEEDED,
    FAILED;

    public boolean isRunning() {
        return this == HEALTHY || this == UNHEALTHY;
    }

    /** As of a snapshot. */
    public static WorkerState of(JobSnapshot run) {
        if (run.attempts().isEmpty()) return INIT;
        return switch (run.phase()) {
            case STARTING, GATHERING -> run.attempts().size() == 1 ? INIT : STOPPED;
            case PAUSING -> STOPPED;
            case RUNNING -> HEALTHY;
            case STOPPING -> someoneFailed(run) ? FAILED : STOPPED;
            case FINISHING -> SUCCEEDED;
            case ENDED ->
                    switch (run.end().orElseThrow().outcome()) {
                        case SUCCEEDED -> SUCCEEDED;
                        case FAILED -> FAILED;
                        case STOPPED -> STOPPED;
                    };
        };
    }

    private static boolean someoneFailed(JobSnapshot run) {
        return run.workers().stream()
                .anyMatch(
                        worker ->
                                worker.condition()
                                                instanceof WorkerCondition.Ended(var exit, _, _, _)
                                        && !(exit instanceof WorkerExit.Succeeded));
    }
}
