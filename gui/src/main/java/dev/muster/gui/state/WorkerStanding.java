package dev.muster.gui.state;

import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.WorkerCondition.Ended;
import dev.muster.agent.event.WorkerCondition.Expected;
import dev.muster.agent.event.WorkerCondition.Running;
import dev.muster.agent.event.WorkerCondition.Silent;
import dev.muster.agent.event.WorkerCondition.Stopping;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerExit;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.Spans;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * Where one worker stands, for people.
 *
 * @param pid absent when there is no process to name
 * @param span how long it has been running, or ran; absent when it never did
 */
public record WorkerStanding(Standing standing, Optional<Long> pid, Optional<Duration> span) {
    /**
     * Decides the words for one worker of {@code run}'s current attempt.
     *
     * @param culprit whom to blame, from {@link #culprit}; without one nobody was taken down
     */
    public static WorkerStanding of(
            WorkerView worker, JobSnapshot run, Optional<Rank> culprit, Instant now) {
        return switch (worker.condition()) {
            case Expected _ -> absent(new Standing(Mark.EXPECTED, "expected"));
            case Running(var pid, var since) ->
                    present(new Standing(Mark.RUNNING, "running"), pid, since, now);
            case Silent(var pid, var since, var lastOutput) -> {
                String quiet = Spans.words(Duration.between(lastOutput, now));
                yield present(new Standing(Mark.SILENT, "silent " + quiet), pid, since, now);
            }
            case Stopping(var pid, var since) ->
                    present(new Standing(Mark.STOPPING, stopping(run, now)), pid, since, now);
            case Ended ended -> gone(worker, ended, culprit);
        };
    }

    /** Whom the attempt has named; while it lasts, the first to have failed by itself. */
    public static Optional<Rank> culprit(JobSnapshot run) {
        if (run.attempt().flatMap(AttemptView::endedAt).isPresent()) {
            return run.attempt().flatMap(AttemptView::culprit);
        }
        return run.workers().stream()
                .filter(WorkerStanding::failedByItself)
                .min(Comparator.comparing(WorkerStanding::until))
                .map(WorkerView::rank);
    }

    private static WorkerStanding absent(Standing standing) {
        return new WorkerStanding(standing, Optional.empty(), Optional.empty());
    }

    private static WorkerStanding present(Standing standing, long pid, Instant since, Instant now) {
        return new WorkerStanding(
                standing, Optional.of(pid), Optional.of(Duration.between(since, now)));
    }

    private static String stopping(JobSnapshot run, Instant now) {
        return run.forceAt()
                .map(forceAt -> "stopping " + RunStanding.graceLeft(forceAt, now))
                .orElse("being killed");
    }

    private static WorkerStanding gone(WorkerView worker, Ended ended, Optional<Rank> culprit) {
        boolean guilty = culprit.equals(Optional.of(worker.rank()));
        var standing = ended(ended.exit(), guilty, culprit.isPresent());
        return ended.exit() instanceof WorkerExit.NeverStarted
                ? absent(standing)
                : new WorkerStanding(
                        standing,
                        Optional.empty(),
                        Optional.of(Duration.between(ended.since(), ended.until())));
    }

    private static Standing ended(WorkerExit exit, boolean guilty, boolean somebodyIs) {
        String how = inShort(exit);
        return switch (exit) {
            case WorkerExit.Succeeded _ -> new Standing(Mark.DONE, how);
            case WorkerExit.NeverStarted _, WorkerExit.Unkillable _ ->
                    new Standing(Mark.FAILED, how);
            case WorkerExit.Killed(_, var byAgent) when byAgent && !guilty ->
                    somebodyIs
                            ? new Standing(Mark.COLLATERAL, "stopped with group")
                            : new Standing(Mark.STOPPED, "stopped");
            case WorkerExit.Failed _, WorkerExit.Killed _ ->
                    guilty
                            ? new Standing(Mark.FAILED, "failed: " + how)
                            : new Standing(Mark.COLLATERAL, how);
        };
    }

    /** How a worker ended, as short as a card is narrow. */
    private static String inShort(WorkerExit exit) {
        return exit instanceof WorkerExit.Failed(var code)
                ? "exit " + code
                : RunStanding.inShort(exit);
    }

    private static boolean failedByItself(WorkerView worker) {
        return worker.condition() instanceof Ended(var exit, _, _, _)
                && switch (exit) {
                    case WorkerExit.Succeeded _, WorkerExit.Unkillable _ -> false;
                    case WorkerExit.Killed(_, var byAgent) -> !byAgent;
                    case WorkerExit.Failed _, WorkerExit.NeverStarted _ -> true;
                };
    }

    private static Instant until(WorkerView worker) {
        return worker.condition() instanceof Ended(_, _, var until, _) ? until : Instant.MAX;
    }
}
