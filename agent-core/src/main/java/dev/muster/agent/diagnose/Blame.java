package dev.muster.agent.diagnose;

import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Tells the culprit of an attempt from the collateral. Whoever failed by an exception, a write or a
 * code of its own comes first, then whom the system killed for want of memory, then a signal, a
 * timer that ran out, and last the exceptions that say no more than that somebody else is gone.
 * What happened after the agent had asked the group to end is collateral, but for an out-of-memory
 * kill and, with less weight, a signal, or an exception that was told of before: freeing or dumping
 * a large process, or letting go of what it holds, takes longer than its peers take to notice.
 * Among equals the first to be gone.
 */
public final class Blame {
    private static final Comparator<WorkerFailure> CULPRIT_FIRST =
            Comparator.comparingInt(Blame::place).thenComparing(WorkerFailure::at);

    private Blame() {}

    /**
     * Empty when nobody failed before the agent asked the group to end.
     *
     * @param beforehand who was told of an exception before that, though gone later
     */
    public static Optional<WorkerFailure> culprit(
            List<WorkerFailure> failures, Set<Rank> beforehand) {
        if (failures.stream().allMatch(WorkerFailure::asked)) return Optional.empty();
        return failures.stream()
                .filter(failure -> isSuspect(failure, beforehand))
                .min(CULPRIT_FIRST);
    }

    private static boolean isSuspect(WorkerFailure failure, Set<Rank> beforehand) {
        return switch (failure.cause()) {
            case FailureCause.Stopped _ -> false;
            case FailureCause.OutOfMemory _, FailureCause.TimedOut _, FailureCause.Signalled _ ->
                    true;
            default ->
                    !failure.asked()
                            || beforehand.contains(failure.rank())
                            || failure.exit() instanceof WorkerExit.Killed(_, var byAgent)
                                    && !byAgent;
        };
    }

    private static int place(WorkerFailure failure) {
        return switch (failure.cause()) {
            case FailureCause.Raised _, FailureCause.WriteFailed _, FailureCause.Exited _ ->
                    failure.asked() ? 4 : 0;
            case FailureCause.OutOfMemory _ -> 1;
            case FailureCause.Signalled _ -> failure.asked() ? 4 : 2;
            case FailureCause.TimedOut _ -> 3;
            case FailureCause.LostPeer _ -> 5;
            case FailureCause.Stopped _ -> 6;
        };
    }
}
