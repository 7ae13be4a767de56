package dev.muster.agent.demo;

import dev.muster.agent.diagnose.Blame;
import dev.muster.agent.diagnose.Diagnosis;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;
import dev.muster.agent.supervise.GroupInput;
import dev.muster.agent.supervise.process.Inquiry;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Finds out about simulated failures what their plot has of them. One thread. */
final class SimulatedInquest implements Inquiry {
    private final Plot plot;
    private final InstantSource clock;
    private final Consumer<AgentEvent> events;
    private final Map<Rank, AgentEvent.WorkerStarted> started = new HashMap<>();
    private final Map<Rank, WorkerFailure> failures = new TreeMap<>();
    private boolean asked;
    private int attempt;

    SimulatedInquest(Plot plot, InstantSource clock, Consumer<AgentEvent> events) {
        this.plot = plot;
        this.clock = clock;
        this.events = events;
    }

    /** Learns of what happened. */
    void hear(AgentEvent event) {
        switch (event) {
            case AgentEvent.AttemptStarted begun -> {
                attempt = begun.attempt();
                asked = false;
                started.clear();
                failures.clear();
            }
            case AgentEvent.WorkerStarted begun -> started.put(begun.rank(), begun);
            case AgentEvent.WorkerExited exited -> examine(exited);
            case AgentEvent.StopStarted _, AgentEvent.ForceStarted _ -> asked = true;
            default -> {
                // nothing that makes a worker fail
            }
        }
    }

    private void examine(AgentEvent.WorkerExited exited) {
        var worker = started.get(exited.rank());
        if (worker == null || exited.exit() instanceof WorkerExit.Succeeded) return;
        Optional<Plot.Crash> planned =
                plot.act(attempt).mishaps().stream()
                        .filter(mishap -> mishap.who().equals(worker.localRank()))
                        .filter(Plot.Crash.class::isInstance)
                        .map(Plot.Crash.class::cast)
                        .filter(crash -> crash.exit().equals(exited.exit()))
                        .findFirst();
        FailureCause cause =
                planned.map(Plot.Crash::cause).orElseGet(() -> Diagnosis.unread(exited.exit()));
        failures.put(
                exited.rank(),
                new WorkerFailure(
                        exited.rank(),
                        worker.localRank(),
                        worker.pid(),
                        exited.exit(),
                        exited.at(),
                        asked,
                        cause,
                        Optional.empty(),
                        exited.at(),
                        planned.map(Plot.Crash::lastWords).orElse(List.of())));
    }

    @Override
    public void conclude(Consumer<Optional<GroupInput.Blamed>> answer) {
        var found = new ArrayList<WorkerFailure>(failures.values());
        Optional<WorkerFailure> culprit = Blame.culprit(found, Set.of());
        culprit.ifPresent(
                guilty -> {
                    found.sort(Comparator.comparing(failure -> !failure.equals(guilty)));
                    events.accept(new AgentEvent.FailuresFound(clock.instant(), attempt, found));
                });
        answer.accept(
                culprit.map(
                        guilty ->
                                new GroupInput.Blamed(
                                        guilty.localRank(), guilty.exit(), guilty.inWords())));
    }
}
