package dev.muster.agent.demo;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.AgentEvent.CommandTaken;
import dev.muster.agent.event.AgentEvent.RunAccepted;
import dev.muster.agent.event.AgentEvent.StoreOpened;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.Signal;
import dev.muster.agent.supervise.Farewell;
import dev.muster.agent.supervise.GroupInput;
import dev.muster.agent.supervise.GroupRules;
import dev.muster.agent.supervise.RestartPolicy;
import dev.muster.agent.supervise.process.GroupDriver;
import dev.muster.agent.supervise.process.Others;
import dev.muster.agent.supervise.process.Workers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** A run of the demo: simulated workers under the supervision that real ones have. One thread. */
final class SimulatedRun {
    static final String HOST = "demo-host";
    private static final long AGENT_PID = 4_711;
    private static final String BY = "you";

    private final RunId run;
    private final JobSpec spec;
    private final Agenda agenda;
    private final SimulatedLogs logs;
    private final GroupDriver driver;
    private final SimulatedInquest inquest;
    private final List<NumberedEvent> events = new ArrayList<>();
    private JobSnapshot snapshot;
    private Optional<RunUsage> usage = Optional.empty();

    SimulatedRun(
            RunId run,
            JobSpec spec,
            Plot plot,
            Agenda agenda,
            RandomGenerator random,
            SimulatedLogs logs) {
        this.run = run;
        this.spec = spec;
        this.agenda = agenda;
        this.logs = logs;
        inquest = new SimulatedInquest(plot, agenda, this::tell);
        var accepted = new RunAccepted(agenda.instant(), run, spec, HOST, AGENT_PID);
        events.add(new NumberedEvent(1, accepted));
        snapshot = JobSnapshot.first(events.getFirst());
        tell(new StoreOpened(agenda.instant(), "127.0.0.1", 20_000 + random.nextInt(20_000)));
        driver =
                new GroupDriver(
                        new GroupRules(
                                spec.workers(),
                                new RestartPolicy(spec.maxRestarts()),
                                spec.stopping().grace()),
                        (attempt, _) -> starts(attempt),
                        listener ->
                                new SimulatedWorkers(
                                        run, plot, agenda, random, logs, this::tell, listener),
                        Others.none(spec.workers()),
                        inquest,
                        agenda,
                        agenda,
                        this::tell,
                        (_, _) -> {});
        driver.on(new GroupInput.Begin());
        agenda.at(agenda.instant(), this::measure);
    }

    JobSnapshot snapshot() {
        return snapshot;
    }

    /** All that has happened. */
    List<NumberedEvent> events() {
        return events;
    }

    /** What its workers use; absent before they run, and once it is over. */
    Optional<RunUsage> usage() {
        return usage;
    }

    private void measure() {
        if (snapshot.end().isPresent()) {
            usage = Optional.empty();
            return;
        }
        usage = SimulatedUsage.next(snapshot, usage, agenda.instant());
        agenda.at(agenda.instant().plus(SimulatedUsage.PERIOD), this::measure);
    }

    /** Does as asked, or says why not; either way the answer is an event too. */
    CommandOutcome on(AgentCommand command) {
        CommandOutcome outcome = obey(command);
        boolean accepted = outcome instanceof CommandOutcome.Accepted;
        tell(new CommandTaken(agenda.instant(), BY, word(command), accepted, outcome.because()));
        return outcome;
    }

    private CommandOutcome obey(AgentCommand command) {
        if (!command.aim().equals(Aim.at(snapshot))) {
            return new CommandOutcome.Refused(
                    "that was meant for an attempt which is over; another one is under way");
        }
        return switch (command) {
            case AgentCommand.Restart _ -> does(new GroupInput.AskRestart(BY));
            case AgentCommand.Stop(_, var grace) -> does(stop(grace, Farewell.CLOSE));
            case AgentCommand.SaveAndStop(_, var grace) -> does(stop(grace, Farewell.CLOSE));
            case AgentCommand.Leave(_, var grace) -> does(stop(grace, Farewell.LEAVE));
            case AgentCommand.SkipWaiting _ -> does(new GroupInput.SkipOthers(BY));
            case AgentCommand.ForceStop _ -> does(force());
            case AgentCommand.SignalWorker(_, var who, var signal) ->
                    does(new GroupInput.AskSignal(BY, who, signal));
            case AgentCommand.Scale _ ->
                    new CommandOutcome.Refused("the simulated job has one node and keeps it");
        };
    }

    private CommandOutcome does(GroupInput input) {
        var step = driver.on(input);
        return step.accepted()
                ? new CommandOutcome.Accepted(step.because())
                : new CommandOutcome.Refused(step.because());
    }

    private static GroupInput force() {
        return new GroupInput.AskForce(BY, 128 + Signal.KILL.number(), Farewell.CLOSE);
    }

    private static GroupInput stop(Duration grace, Farewell farewell) {
        return new GroupInput.AskStop(BY, Signal.TERM, grace, 128 + Signal.TERM.number(), farewell);
    }

    private static String word(AgentCommand command) {
        return switch (command) {
            case AgentCommand.Restart _ -> "restart";
            case AgentCommand.Stop _ -> "stop";
            case AgentCommand.SaveAndStop _ -> "save and stop";
            case AgentCommand.Leave _ -> "leave";
            case AgentCommand.SkipWaiting _ -> "wait no longer";
            case AgentCommand.ForceStop _ -> "force";
            case AgentCommand.SignalWorker _ -> "signal";
            case AgentCommand.Scale _ -> "scale";
        };
    }

    private List<Workers.Start> starts(int attempt) {
        return IntStream.range(0, spec.workers())
                .mapToObj(LocalRank::new)
                .map(
                        who ->
                                new Workers.Start(
                                        who,
                                        List.of(spec.entrypoint().shortName()),
                                        Map.of(),
                                        spec.workingDirectory(),
                                        logs.create(run, attempt, who)))
                .toList();
    }

    private void tell(AgentEvent event) {
        var numbered = new NumberedEvent(snapshot.seq() + 1, event);
        events.add(numbered);
        snapshot = snapshot.after(numbered);
        inquest.hear(event);
    }
}
