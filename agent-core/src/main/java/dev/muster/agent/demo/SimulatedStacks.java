package dev.muster.agent.demo;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.stacks.Rung;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where simulated workers stand: one that hangs reads its data, and the others wait for it. */
final class SimulatedStacks {
    private static final String TRAINING =
            """
              File "train.py", line 118 in step
              File "train.py", line 141 in main
              File "train.py", line 160 in <module>
            """;
    private static final String WAITING =
            """
            Thread 1 [MainThread] (idle) (most recent call first):
              File "torch/distributed/distributed_c10d.py", line 2806 in all_reduce
              File "train.py", line 97 in average_gradients
            """;
    private static final String READING =
            """
            Thread 1 [MainThread] (idle) (most recent call first):
              File "data/shards.py", line 64 in read_block
              File "data/loader.py", line 31 in __next__
              File "train.py", line 88 in next_batch
            """;
    private static final String COMPUTING =
            """
            Thread 1 [MainThread] (most recent call first):
              File "torch/nn/functional.py", line 2324 in linear
              File "train.py", line 92 in forward
            """;

    private SimulatedStacks() {}

    /** Of those local ranks, or of all where none is named. */
    static List<RankStack> of(JobSnapshot job, Set<LocalRank> wanted) {
        boolean someHang = job.workers().stream().anyMatch(SimulatedStacks::hangs);
        return job.workers().stream()
                .filter(worker -> wanted.isEmpty() || wanted.contains(worker.localRank()))
                .map(worker -> of(worker, someHang))
                .toList();
    }

    private static RankStack of(WorkerView worker, boolean someHang) {
        return switch (worker.condition()) {
            case WorkerCondition.Silent _ -> told(worker, READING);
            case WorkerCondition.Running _, WorkerCondition.Stopping _ ->
                    told(worker, someHang ? WAITING : COMPUTING);
            case WorkerCondition.Expected _, WorkerCondition.Ended _ ->
                    RankStack.none(worker.rank(), worker.localRank(), "it does not run");
        };
    }

    private static boolean hangs(WorkerView worker) {
        return worker.condition() instanceof WorkerCondition.Silent;
    }

    private static RankStack told(WorkerView worker, String innermost) {
        return new RankStack(
                worker.rank(),
                worker.localRank(),
                Optional.of(Rung.CONTROL_SOCKET),
                List.of(),
                innermost + TRAINING);
    }
}
