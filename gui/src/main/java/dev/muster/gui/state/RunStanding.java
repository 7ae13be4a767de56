package dev.muster.gui.state;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Phase;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.event.WorkerCondition.Ended;
import dev.muster.agent.event.WorkerCondition.Silent;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.WorkerExit;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.fx.Spans;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Where a run stands, for people. */
public final class RunStanding {
    private RunStanding() {}

    /** The one line that is true of the run now. */
    public static Standing of(JobSnapshot run, Instant now) {
        return switch (run.phase()) {
            case GATHERING -> new Standing(Mark.STARTING, "Waiting for other nodes");
            case STARTING -> new Standing(Mark.STARTING, starting(run));
            case RUNNING ->
                    silent(run).isEmpty()
                            ? new Standing(Mark.RUNNING, running(run))
                            : new Standing(Mark.SILENT, silence(run, now));
            case STOPPING -> new Standing(Mark.STOPPING, stopping(run, now));
            case PAUSING -> new Standing(Mark.STARTING, pausing(run, now));
            case FINISHING -> new Standing(Mark.STOPPING, "Done here; waiting for other nodes");
            case ENDED ->
                    run.end()
                            .map(end -> ended(run, end))
                            .orElseGet(() -> new Standing(Mark.STOPPED, "over"));
        };
    }

    /** From its acceptance until it ended, or until now. */
    public static Duration elapsed(JobSnapshot run, Instant now) {
        return Duration.between(run.startedAt(), run.end().map(JobSnapshot.End::at).orElse(now));
    }

    /** True while something of the run is, or will be, there. */
    public static boolean isActive(JobSnapshot run) {
        return run.phase() != Phase.ENDED;
    }

    /** Workers whose processes are there. */
    public static int alive(JobSnapshot run) {
        return (int) run.workers().stream().filter(RunStanding::isAlive).count();
    }

    /** The workers that are quiet, longest first. */
    public static List<WorkerView> silent(JobSnapshot run) {
        return run.workers().stream()
                .filter(worker -> worker.condition() instanceof Silent)
                .sorted(Comparator.comparing(RunStanding::lastOutput))
                .toList();
    }

    /** How long a quiet worker has been so. */
    public static Duration quietFor(WorkerView worker, Instant now) {
        return Duration.between(lastOutput(worker), now);
    }

    /** {@code 12 s left}, or that the time is over. */
    public static String graceLeft(Instant forceAt, Instant now) {
        var left = Duration.between(now, forceAt);
        return left.isPositive() ? Spans.left(left) + " left" : "time is up";
    }

    /** The worker whose failure ended the current attempt. */
    private static Optional<WorkerView> culprit(JobSnapshot run) {
        return run.workers().stream()
                .filter(w -> w.condition() instanceof Ended(_, _, _, var guilty) && guilty)
                .findFirst();
    }

    public static boolean isAlive(WorkerView worker) {
        return switch (worker.condition()) {
            case WorkerCondition.Running _, Silent _, WorkerCondition.Stopping _ -> true;
            case WorkerCondition.Expected _, Ended _ -> false;
        };
    }

    private static Instant lastOutput(WorkerView worker) {
        return worker.condition() instanceof Silent(_, _, var lastOutput)
                ? lastOutput
                : Instant.MAX;
    }

    private static String starting(JobSnapshot run) {
        return run.restartCount() > 0
                ? restart(run) + " · starting"
                : "starting · " + Counts.of(run.spec().workers(), "rank");
    }

    private static String running(JobSnapshot run) {
        int alive = alive(run);
        int all = run.workers().size();
        String ranks =
                alive == all ? Counts.of(all, "rank") : "%d of %d ranks".formatted(alive, all);
        return (run.restartCount() > 0 ? restart(run) : "running") + " · " + ranks;
    }

    private static String restart(JobSnapshot run) {
        return "restart %d of %d".formatted(run.restartCount(), run.spec().maxRestarts());
    }

    private static String silence(JobSnapshot run, Instant now) {
        var silent = silent(run);
        String who =
                silent.size() == 1
                        ? "rank " + silent.getFirst().rank()
                        : Counts.of(silent.size(), "rank");
        return "%s silent %s".formatted(who, Spans.words(quietFor(silent.getFirst(), now)));
    }

    private static String stopping(JobSnapshot run, Instant now) {
        if (alive(run) == 0) return "stopping · cleaning up";
        return "stopping · "
                + run.forceAt().map(forceAt -> graceLeft(forceAt, now)).orElse("being killed");
    }

    private static String pausing(JobSnapshot run, Instant now) {
        return "restart paused · "
                + run.forceAt().map(until -> graceLeft(until, now)).orElse("starting");
    }

    private static Standing ended(JobSnapshot run, JobSnapshot.End end) {
        return switch (end.outcome()) {
            case SUCCEEDED ->
                    new Standing(Mark.DONE, "done in " + Spans.words(elapsed(run, end.at())));
            case STOPPED -> new Standing(Mark.STOPPED, "stopped by you");
            case FAILED ->
                    new Standing(
                            Mark.FAILED,
                            culprit(run)
                                    .map(worker -> "failed: rank " + how(worker))
                                    .orElse("failed with exit code " + end.exitCode()));
        };
    }

    private static String how(WorkerView worker) {
        return worker.condition() instanceof Ended(var exit, _, _, _)
                ? worker.rank() + " " + inShort(exit)
                : worker.rank().toString();
    }

    /** How a worker ended, in two words. */
    static String inShort(WorkerExit exit) {
        return switch (exit) {
            case WorkerExit.Succeeded _ -> "done";
            case WorkerExit.Failed(var code) -> "exit code " + code;
            case WorkerExit.Killed(var signal, _) -> signal.name();
            case WorkerExit.Unkillable _ -> "cannot be killed";
            case WorkerExit.NeverStarted _ -> "could not start";
        };
    }
}
