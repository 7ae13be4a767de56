package dev.muster.agent.run;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Phase;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.Signal;
import dev.muster.agent.journal.Journal;
import dev.muster.agent.launch.WorkerCommand;
import dev.muster.agent.launch.WorkerEnvironment;
import dev.muster.agent.supervise.GroupInput;
import dev.muster.agent.supervise.GroupRules;
import dev.muster.agent.supervise.RestartPolicy;
import dev.muster.agent.supervise.process.Attempts;
import dev.muster.agent.supervise.process.GroupDriver;
import dev.muster.agent.supervise.process.OsWorkers;
import dev.muster.agent.supervise.process.Workers;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.view.StallWatch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One run on this machine. On the agent's thread only.
 *
 * <p>The workers' store keeps one address for the whole run. It is emptied, and every old
 * connection closed, after the last process of an attempt is gone and before the first of the next
 * one starts: so a new attempt never meets keys of an old one.
 */
public final class Run implements Attempts {
    /** What {@code muster run} ends with when somebody stops the run: as SIGTERM would have it. */
    private static final int STOPPED = 128 + Signal.TERM.number();

    private final RunContext context;
    private final JobSpec spec;
    private final RunFolder folder;
    private final StoreServer store;
    private final StoreStalls stalls;
    private final Journal journal;
    private final RunEvents events;
    private final SilenceWatch silence;
    private final WorkerEnvironment environment;
    private final GroupDriver group;
    private final Runnable onOver;

    private Run(
            RunContext context,
            JobSpec spec,
            RunFolder folder,
            StoreServer store,
            StoreStalls stalls,
            Journal journal,
            Runnable onOver) {
        this.context = context;
        this.spec = spec;
        this.folder = folder;
        this.store = store;
        this.stalls = stalls;
        this.journal = journal;
        this.onOver = onOver;
        events = new RunEvents(journal, context.listener());
        stalls.tell(events::append);
        silence =
                new SilenceWatch(
                        context.growth(),
                        context.agentThread(),
                        context.timers(),
                        context.clock(),
                        events::append);
        environment =
                new WorkerEnvironment(
                        context.environment(),
                        spec,
                        spec.rendezvousId().orElse(folder.run().value()),
                        store.address().getAddress().getHostAddress(),
                        store.address().getPort());
        group =
                new GroupDriver(
                        new GroupRules(
                                spec.workers(),
                                new RestartPolicy(spec.maxRestarts()),
                                spec.grace()),
                        this,
                        listener ->
                                new OsWorkers(
                                        context.marker().run(folder.run()),
                                        context.agentThread(),
                                        listener),
                        context.timers(),
                        context.clock(),
                        this::tell,
                        (_, _) -> close());
    }

    /**
     * Takes a run: opens its store and makes its folder, and starts nothing yet. {@code onOver} is
     * called once, after its last event.
     *
     * @throws dev.muster.store.StoreException when the store's port cannot be had
     * @throws IOException when the folder cannot be made; nothing is left behind then
     */
    public static Run accept(RunContext context, JobSpec spec, Runnable onOver) throws IOException {
        var stalls = new StoreStalls(context.agentThread(), context.clock());
        var config =
                StoreServerConfig.DEFAULT
                        .withStalls(StallWatch.DEFAULT.withListener(stalls))
                        .withPort(spec.masterPort().orElse(0))
                        .withExpectedClients(spec.workers());
        StoreServer store = StoreServer.open(config);
        try {
            var folder =
                    RunFolder.create(
                            context.home(), spec, context.clock().instant(), context.random());
            var journal = Journal.create(folder.journal());
            return new Run(context, spec, folder, store, stalls, journal, onOver);
        } catch (IOException e) {
            store.close();
            throw e;
        }
    }

    /** Tells the first events and starts the group for the first time. */
    public void begin() {
        var now = context.clock().instant();
        events.append(
                new AgentEvent.RunAccepted(
                        now, folder.run(), spec, context.host(), ProcessHandle.current().pid()));
        var address = store.address();
        events.append(
                new AgentEvent.StoreOpened(
                        now, address.getAddress().getHostAddress(), address.getPort()));
        if (environment.limitsOpenMp()) {
            events.append(
                    new AgentEvent.Noticed(
                            now,
                            "OMP_NUM_THREADS is not set: each of the %d workers gets 1"
                                    .formatted(spec.workers())));
        }
        group.on(new GroupInput.Begin());
    }

    public RunId id() {
        return folder.run();
    }

    public JobSnapshot snapshot() {
        return events.snapshot().orElseThrow();
    }

    /** Does what somebody asked for, or says why not; either way the journal has it. */
    public CommandOutcome take(AgentCommand command, String by) {
        CommandOutcome outcome = decide(command, by);
        if (snapshot().phase() == Phase.ENDED) return outcome;
        events.append(
                new AgentEvent.CommandTaken(
                        context.clock().instant(),
                        by,
                        describe(command),
                        outcome instanceof CommandOutcome.Accepted,
                        outcome.because()));
        return outcome;
    }

    /** A signal reached the agent: the workers get the same one, and it decides the exit code. */
    public void stopFor(Signal signal) {
        group.on(
                new GroupInput.AskStop(signal.name(), signal, spec.grace(), 128 + signal.number()));
    }

    /** A second signal reached the agent. */
    public void forceFor(Signal signal) {
        group.on(new GroupInput.AskForce(signal.name(), 128 + signal.number()));
    }

    @Override
    public List<Workers.Start> prepare(int attempt, int restartCount) throws IOException {
        if (attempt > 0) store.clear();
        String name = folder.beginAttempt(restartCount);
        var starts = new ArrayList<Workers.Start>();
        for (int k = 0; k < spec.workers(); k++) {
            var localRank = new LocalRank(k);
            var files = folder.filesOf(name, localRank);
            starts.add(
                    new Workers.Start(
                            localRank,
                            WorkerCommand.of(spec, localRank),
                            environment.of(localRank, restartCount, files.error()),
                            spec.workingDirectory(),
                            files));
        }
        return starts;
    }

    private CommandOutcome decide(AgentCommand command, String by) {
        if (command.attempt() != group.attempt()) {
            return new CommandOutcome.Refused(
                    "it was meant for attempt %d, and attempt %d is under way"
                            .formatted(command.attempt(), group.attempt()));
        }
        GroupRules.Step step =
                group.on(
                        switch (command) {
                            case AgentCommand.Restart _ -> new GroupInput.AskRestart(by);
                            case AgentCommand.Stop(_, _, var grace) ->
                                    new GroupInput.AskStop(by, Signal.TERM, grace, STOPPED);
                            case AgentCommand.ForceStop _ -> new GroupInput.AskForce(by, STOPPED);
                        });
        return step.accepted()
                ? new CommandOutcome.Accepted(step.because())
                : new CommandOutcome.Refused(step.because());
    }

    private static String describe(AgentCommand command) {
        return switch (command) {
            case AgentCommand.Restart _ -> "restart";
            case AgentCommand.Stop(_, _, Duration grace) ->
                    "stop, force after %d s".formatted(grace.toSeconds());
            case AgentCommand.ForceStop _ -> "stop by force";
        };
    }

    /** Passes an event on, and keeps the watch for silence on exactly the running workers. */
    private void tell(AgentEvent event) {
        events.append(event);
        switch (event) {
            case AgentEvent.WorkerStarted(_, var rank, _, _, var files) -> {
                try {
                    silence.watch(rank, files);
                } catch (IOException e) {
                    events.append(
                            new AgentEvent.Noticed(
                                    event.at(),
                                    "rank %s cannot be watched for silence: %s"
                                            .formatted(rank, e.getMessage())));
                }
            }
            case AgentEvent.WorkerExited(_, var rank, _) -> silence.forget(rank);
            case AgentEvent.StopStarted _, AgentEvent.ForceStarted _ -> silence.forgetAll();
            default -> {
                // nothing else begins or ends a worker
            }
        }
    }

    private void close() {
        silence.forgetAll();
        stalls.fallSilent();
        store.close(); // with no grace: whom it served were this run's workers, and they are gone
        try {
            journal.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + folder.journal(), e);
        } finally {
            onOver.run();
        }
    }
}
