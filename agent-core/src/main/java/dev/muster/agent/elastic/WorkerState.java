package dev.muster.agent.elastic;

import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.job.WorkerExit;

/** Where the workers of one agent stand, all together (spec/elastic-agent §3.1). */
public enum WorkerState {
    /**
     * torch's word for a group of which its agent has lost sight, and in which it gives up. Ours is
     * told of every start and every end of a worker, so that no snapshot is in this state.
     */
    UNKNOWN,
    /** Nothing was started yet. */
    INIT,
    HEALTHY,
    /**
     * One of them is in a wait that the system lets nothing end, and was for longer than the user
     * allows; from when that is found until the attempt is over, which has failed then.
     */
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
        if (run.end().isEmpty() && isStuck(run)) return UNHEALTHY;
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

    private static boolean isStuck(JobSnapshot run) {
        return run.attempt()
                .filter(attempt -> attempt.endedAt().isEmpty())
                .flatMap(AttemptView::stuck)
                .isPresent();
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
