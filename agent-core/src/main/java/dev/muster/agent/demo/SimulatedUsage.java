package dev.muster.agent.demo;

import dev.muster.agent.event.GpuUsage;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.event.WorkerUsage;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.Rank;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What simulated workers would use: waves that depend on the time and the rank alone. */
final class SimulatedUsage {
    /** As often as real ones are measured. */
    static final Duration PERIOD = Duration.ofSeconds(2);

    private static final long CHECKPOINT_EVERY = 30;

    private SimulatedUsage() {}

    /** The measurement after {@code before}; the same one again while nobody runs. */
    static Optional<RunUsage> next(JobSnapshot job, Optional<RunUsage> before, Instant now) {
        Map<Rank, WorkerUsage> byRank = new HashMap<>();
        for (WorkerView worker : job.workers()) {
            since(worker.condition())
                    .ifPresent(
                            since ->
                                    byRank.put(
                                            worker.rank(),
                                            of(worker, Duration.between(since, now), now)));
        }
        if (byRank.isEmpty()) return before;
        return Optional.of(
                before.map(known -> known.next(now, byRank))
                        .orElseGet(() -> RunUsage.first(now, byRank)));
    }

    private static Optional<Instant> since(WorkerCondition condition) {
        return switch (condition) {
            case WorkerCondition.Running(_, var since) -> Optional.of(since);
            case WorkerCondition.Silent(_, var since, _) -> Optional.of(since);
            case WorkerCondition.Stopping(_, var since) -> Optional.of(since);
            case WorkerCondition.Expected _, WorkerCondition.Ended _ -> Optional.empty();
        };
    }

    private static WorkerUsage of(WorkerView worker, Duration age, Instant now) {
        boolean hangs = worker.condition() instanceof WorkerCondition.Silent;
        int rank = worker.rank().value();
        double wave = Math.sin(now.getEpochSecond() / 11.0 + rank);
        double warm = Math.min(1, age.toMillis() / 8_000.0);
        boolean saves = rank == 0 && now.getEpochSecond() % CHECKPOINT_EVERY < 3;
        return new WorkerUsage(
                hangs ? 0.02 : (1.1 + 0.15 * wave) * Math.max(0.3, warm),
                (long) (1.2e9 + 5.4e9 * warm + 6e7 * rank),
                hangs ? 0 : 3.6e7 + 9e6 * wave,
                saves ? 2.8e8 : 1.5e4,
                14,
                3,
                Optional.of(
                        new GpuUsage(
                                (long) (2e9 + 2.6e10 * warm + 9e7 * rank),
                                OptionalInt.of(hangs ? 0 : (int) ((88 + 8 * wave) * warm)))));
    }
}
