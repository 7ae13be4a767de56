package dev.muster.agent.run;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Phase;
import dev.muster.agent.event.WorkerCondition.Ended;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.loop.Timers;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Says when some workers are done and the others go on for longer than those who end together
 * would: they may be waiting for somebody who is gone. Once in an attempt. On the agent's thread.
 */
final class PartialFinish {
    private static final Duration USUAL = Duration.ofSeconds(10);
    private static final int NAMED = 8;

    private final Timers timers;
    private final InstantSource clock;
    private final Supplier<JobSnapshot> snapshot;
    private final Consumer<String> notice;
    private int toldOf = -1;

    PartialFinish(
            Timers timers,
            InstantSource clock,
            Supplier<JobSnapshot> snapshot,
            Consumer<String> notice) {
        this.timers = timers;
        this.clock = clock;
        this.snapshot = snapshot;
        this.notice = notice;
    }

    void exited(AgentEvent.WorkerExited worker) {
        if (!(worker.exit() instanceof WorkerExit.Succeeded)) return;
        int attempt = snapshot.get().attemptNumber();
        timers.at(clock.instant().plus(USUAL), () -> look(attempt));
    }

    private void look(int attempt) {
        JobSnapshot now = snapshot.get();
        if (now.phase() != Phase.RUNNING || now.attemptNumber() != attempt) return;
        if (toldOf == attempt) return;
        toldOf = attempt;
        List<WorkerView> done =
                now.workers().stream()
                        .filter(worker -> worker.condition() instanceof Ended)
                        .toList();
        int others = now.workers().size() - done.size();
        notice.accept(
                "partial finish: %s ended well %d s ago, and %s still %s"
                        .formatted(
                                named(done),
                                USUAL.toSeconds(),
                                others == 1 ? "1 worker" : others + " workers",
                                others == 1 ? "runs" : "run"));
    }

    private static String named(List<WorkerView> workers) {
        if (workers.size() > NAMED) return workers.size() + " workers";
        String ranks =
                workers.stream()
                        .map(worker -> worker.rank().toString())
                        .collect(Collectors.joining(", "));
        return (workers.size() == 1 ? "rank " : "ranks ") + ranks;
    }
}
