package dev.muster.agent.run;

import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.stacks.Ladder;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.stacks.StackSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Asks the workers of a run where they stand, on threads of its own, for that takes a while. */
final class StackTaking {
    /** So many at once: py-spy is a program that reads a lot. */
    private static final int AT_ONCE = 8;

    private final Ladder ladder;

    StackTaking(Ladder ladder) {
        this.ladder = ladder;
    }

    /** Of those local ranks, or of all where none is named; in the order of their ranks. */
    CompletableFuture<List<RankStack>> of(JobSnapshot run, Set<LocalRank> wanted) {
        Map<LocalRank, WorkerFiles> files = run.attempt().map(AttemptView::files).orElse(Map.of());
        var stacks = new ArrayList<CompletableFuture<RankStack>>();
        ExecutorService threads =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().name("stacks").factory());
        for (WorkerView worker : run.workers()) {
            if (!wanted.isEmpty() && !wanted.contains(worker.localRank())) continue;
            Optional<Long> pid = pid(worker.condition());
            WorkerFiles itsFiles = files.get(worker.localRank());
            if (pid.isEmpty() || itsFiles == null) {
                stacks.add(
                        CompletableFuture.completedFuture(
                                RankStack.none(
                                        worker.rank(), worker.localRank(), "it does not run")));
                continue;
            }
            var source =
                    new StackSource(
                            worker.rank(), worker.localRank(), pid.get(), itsFiles.stderr());
            stacks.add(CompletableFuture.supplyAsync(() -> ladder.climb(source), threads));
        }
        return CompletableFuture.allOf(stacks.toArray(CompletableFuture[]::new))
                .thenApply(_ -> stacks.stream().map(CompletableFuture::join).toList())
                .whenComplete((_, _) -> threads.shutdown());
    }

    private static Optional<Long> pid(WorkerCondition condition) {
        return switch (condition) {
            case WorkerCondition.Running(var pid, _) -> Optional.of(pid);
            case WorkerCondition.Silent(var pid, _, _) -> Optional.of(pid);
            case WorkerCondition.Stopping(var pid, _) -> Optional.of(pid);
            case WorkerCondition.Expected _, WorkerCondition.Ended _ -> Optional.empty();
        };
    }
}
