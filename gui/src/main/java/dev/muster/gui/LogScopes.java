package dev.muster.gui;

import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.WorkerCondition.Ended;
import dev.muster.agent.event.WorkerCondition.Expected;
import dev.muster.agent.event.WorkerCondition.Running;
import dev.muster.agent.event.WorkerCondition.Silent;
import dev.muster.agent.event.WorkerCondition.Stopping;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.gui.logs.LogScope;
import dev.muster.gui.logs.LogScope.Part;
import dev.muster.gui.logs.LogScope.Writer;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a run's snapshot tells of who wrote when. */
final class LogScopes {
    private LogScopes() {}

    /** The log of a worker, and of all others up to its attempt. */
    static LogScope of(LogChoice.Worker choice, JobSnapshot run) {
        List<Part> parts =
                run.attempts().stream()
                        .filter(it -> it.attempt() <= choice.attempt())
                        .map(it -> part(it, run))
                        .toList();
        return new LogScope(
                choice.run(), choice.attempt(), List.of(choice.localRank()), choice.first(), parts);
    }

    private static Part part(AttemptView attempt, JobSnapshot run) {
        boolean current = attempt.attempt() == run.attemptNumber();
        List<Writer> writers =
                attempt.files().keySet().stream()
                        .sorted()
                        .map(it -> current ? present(it, attempt, run) : past(it, attempt, run))
                        .toList();
        return new Part(attempt.attempt(), attempt.startedAt(), attempt.because(), writers);
    }

    private static Writer past(LocalRank localRank, AttemptView attempt, JobSnapshot run) {
        return new Writer(rank(localRank, run), localRank, attempt.startedAt(), attempt.endedAt());
    }

    private static Writer present(LocalRank localRank, AttemptView attempt, JobSnapshot run) {
        return run.workers().stream()
                .filter(worker -> worker.localRank().equals(localRank))
                .findFirst()
                .map(worker -> writer(worker, attempt))
                .orElseGet(() -> past(localRank, attempt, run));
    }

    private static Writer writer(WorkerView worker, AttemptView attempt) {
        return switch (worker.condition()) {
            case Expected _ -> writer(worker, attempt.startedAt(), Optional.empty());
            case Running(_, var since) -> writer(worker, since, Optional.empty());
            case Stopping(_, var since) -> writer(worker, since, Optional.empty());
            case Silent(_, var since, var last) -> writer(worker, since, Optional.of(last));
            case Ended(_, var since, var until, _) -> writer(worker, since, Optional.of(until));
        };
    }

    private static Writer writer(WorkerView worker, Instant from, Optional<Instant> until) {
        return new Writer(worker.rank(), worker.localRank(), from, until);
    }

    /** Ranks of earlier attempts are not told; on one node they are the same in each. */
    private static Rank rank(LocalRank localRank, JobSnapshot run) {
        return run.workers().stream()
                .filter(worker -> worker.localRank().equals(localRank))
                .findFirst()
                .map(WorkerView::rank)
                .orElseGet(() -> new Rank(localRank.value()));
    }
}
