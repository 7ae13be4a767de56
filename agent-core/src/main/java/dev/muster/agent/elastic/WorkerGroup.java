package dev.muster.agent.elastic;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RendezvousView;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Placement;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The workers of one agent, all of one role, as of some moment.
 *
 * @param place of the group in the job; absent before there was a round
 * @param master where the workers of all nodes meet, as {@code host:port}; absent likewise
 */
public record WorkerGroup(
        WorkerSpec spec,
        WorkerState state,
        List<Worker> workers,
        Optional<Placement> place,
        Optional<String> master) {
    public WorkerGroup {
        workers = List.copyOf(workers);
    }

    /** Before anything was started. */
    public static WorkerGroup initial(WorkerSpec spec) {
        return new WorkerGroup(
                spec,
                WorkerState.INIT,
                unstarted(spec, Optional.empty()),
                Optional.empty(),
                Optional.empty());
    }

    /** As of a snapshot of its run. */
    public static WorkerGroup of(WorkerSpec spec, JobSnapshot run) {
        Optional<Placement> place =
                run.rendezvous().isPresent()
                        ? run.rendezvous().flatMap(RendezvousView::place).map(at -> at.placement())
                        : Optional.of(Placement.alone(spec.localWorldSize()))
                                .filter(_ -> !run.attempts().isEmpty());
        List<Worker> workers =
                run.workers().isEmpty()
                        ? unstarted(spec, place)
                        : run.workers().stream().map(worker -> worker(worker, place)).toList();
        return new WorkerGroup(spec, WorkerState.of(run), workers, place, run.storeAddress());
    }

    /** This node's place among the nodes; absent before there was a round. */
    public Optional<Integer> groupRank() {
        return place.map(Placement::groupRank);
    }

    public Optional<Integer> groupWorldSize() {
        return place.map(Placement::groupWorldSize);
    }

    private static List<Worker> unstarted(WorkerSpec spec, Optional<Placement> place) {
        return IntStream.range(0, spec.localWorldSize())
                .mapToObj(k -> new Worker(new LocalRank(k), Optional.empty(), place))
                .toList();
    }

    private static Worker worker(WorkerView worker, Optional<Placement> place) {
        Optional<Long> pid =
                switch (worker.condition()) {
                    case WorkerCondition.Running(var id, _) -> Optional.of(id);
                    case WorkerCondition.Silent(var id, _, _) -> Optional.of(id);
                    case WorkerCondition.Stopping(var id, _) -> Optional.of(id);
                    case WorkerCondition.Expected _, WorkerCondition.Ended _ -> Optional.empty();
                };
        return new Worker(worker.localRank(), pid, place);
    }
}
