package dev.muster.agent.run;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.Aim;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.diagnose.OomKills;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Phase;
import dev.muster.agent.function.CallCommand;
import dev.muster.agent.job.CallFiles;
import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StoreAddress;
import dev.muster.agent.journal.Journal;
import dev.muster.agent.journal.SecretPrints;
import dev.muster.agent.launch.StreamRemarks;
import dev.muster.agent.launch.WorkerCommand;
import dev.muster.agent.launch.WorkerEnvironment;
import dev.muster.agent.stacks.Ladder;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.stacks.StackSource;
import dev.muster.agent.supervise.Farewell;
import dev.muster.agent.supervise.GroupInput;
import dev.muster.agent.supervise.GroupRules;
import dev.muster.agent.supervise.RestartPolicy;
import dev.muster.agent.supervise.process.Attempts;
import dev.muster.agent.supervise.process.GroupDriver;
import dev.muster.agent.supervise.process.Marked;
import dev.muster.agent.supervise.process.OsWorkers;
import dev.muster.agent.supervise.process.ProcessStates;
import dev.muster.agent.supervise.process.Workers;
import dev.muster.agent.usage.GpuTool;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.view.StallWatch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** One run on this machine. On the agent's thread only. */
public final class Run implements Attempts {
    /** What {@code muster run} ends with when somebody stops the run: as SIGTERM would have it. */
    private static final int STOPPED = 128 + Signal.TERM.number();

    private final RunContext context;
    private final JobSpec spec;
    private final RunFolder folder;
    private final Company company;
    private final StoreStalls stalls;
    private final Journal journal;
    private final RunEvents events;
    private final PartialFinish partialFinish;
    private final StuckWatch stuck;
    private final SavedFiles saved;
    private final WorkerOutput output;
    private final WorkerEnvironment environment;
    private final Inquest inquest;
    private final WorkerLines lines;
    private final UsageWatch usage;
    private final GroupDriver group;
    private final Runnable onOver;
    private Optional<StoreServer> workersStore = Optional.empty();
    private boolean over;

    private Run(
            RunContext context,
            JobSpec spec,
            RunFolder folder,
            Optional<StoreServer> ownStore,
            StoreServerConfig storeConfig,
            StoreStalls stalls,
            Journal journal,
            Runnable onOver) {
        this.context = context;
        this.spec = spec;
        this.folder = folder;
        this.stalls = stalls;
        this.journal = journal;
        this.onOver = onOver;
        events = new RunEvents(journal, context.listener());
        stalls.tell(events::append);
        partialFinish =
                new PartialFinish(context.timers(), context.clock(), this::snapshot, this::notice);
        stuck =
                new StuckWatch(
                        StuckWatch.limit(context.environment()),
                        ProcessStates::isUninterruptible,
                        context.timers(),
                        context.clock(),
                        this::take);
        saved =
                new SavedFiles(
                        context.growth(),
                        context.agentThread(),
                        who -> take(new GroupInput.Saved(who)));
        output = new WorkerOutput(context, spec, folder, events::append);
        environment =
                new WorkerEnvironment(
                        context.environment(),
                        spec,
                        spec.nodes().isPresent()
                                ? Together.runId(spec)
                                : spec.rendezvousId().orElse(folder.run().value()));
        company =
                ownStore.<Company>map(store -> new Alone(spec, store))
                        .orElseGet(() -> together(spec.nodes().orElseThrow(), storeConfig));
        inquest =
                new Inquest(
                        OomKills::of,
                        Optional.ofNullable(context.environment().get(Inquest.ERROR_FILE)),
                        context.agentThread(),
                        context.timers(),
                        context.clock(),
                        events::append);
        usage =
                new UsageWatch(
                        GpuTool.find(context.environment()),
                        context.agentThread(),
                        context.timers(),
                        context.clock(),
                        measured -> context.listener().measured(folder.run(), measured));
        var marker = context.marker().run(folder.run());
        lines =
                new WorkerLines(
                        context,
                        spec,
                        marker,
                        who -> company.others().placement().rankOf(who),
                        this::tell);
        group =
                new GroupDriver(
                        new GroupRules(
                                spec.workers(),
                                new RestartPolicy(spec.maxRestarts()),
                                spec.stopping().grace(),
                                spec.stopping().saveFirst(),
                                spec.nodes().isPresent(),
                                0),
                        this,
                        listener ->
                                OsWorkers.of(
                                        context.marker(),
                                        folder.run(),
                                        context.cgroups(),
                                        context.workerInput(),
                                        context.agentThread(),
                                        listener),
                        company.others(),
                        inquest,
                        context.timers(),
                        context.clock(),
                        this::tell,
                        (_, _) -> close());
    }

    /**
     * Takes a run: makes its folder, opens its store where no other node is in the job, and starts
     * nothing yet. {@code onOver} is called once, when it is over.
     *
     * @throws dev.muster.store.StoreException when the store's port cannot be had
     * @throws IOException when the folder cannot be made; nothing is left behind then
     */
    public static Run accept(RunContext context, JobSpec spec, Runnable onOver) throws IOException {
        var stalls = new StoreStalls(context.agentThread(), context.clock());
        var config =
                StoreServerConfig.DEFAULT
                        .withStalls(StallWatch.DEFAULT.withListener(stalls))
                        .withExpectedClients(spec.workers());
        Optional<StoreServer> store =
                spec.nodes().isPresent()
                        ? Optional.empty()
                        : Optional.of(
                                StoreServer.open(config.withPort(spec.masterPort().orElse(0))));
        try {
            var folder =
                    RunFolder.create(
                            context.home(), spec, context.clock().instant(), context.random());
            folder.keepPrints(SecretPrints.of(context.environment(), context.random()));
            var journal = Journal.create(folder.journal());
            return new Run(context, spec, folder, store, config, stalls, journal, onOver);
        } catch (IOException e) {
            store.ifPresent(StoreServer::close);
            throw e;
        }
    }

    /** Tells the first events and starts the group for the first time. */
    public void begin() {
        var now = context.clock().instant();
        events.append(
                new AgentEvent.RunAccepted(
                        now, folder.run(), spec, context.host(), ProcessHandle.current().pid()));
        if (company instanceof Alone(_, var store)) tellOpened(store);
        if (environment.limitsOpenMp()) {
            events.append(
                    new AgentEvent.Noticed(
                            now,
                            "Setting OMP_NUM_THREADS environment variable for each process to be 1"
                                    + " in default, so that %d workers do not overload the machine;"
                                            .formatted(spec.workers())
                                    + " set it yourself to tune it"));
        }
        StreamRemarks.on(spec)
                .forEach(remark -> events.append(new AgentEvent.Noticed(now, remark)));
        output.begin();
        group.on(new GroupInput.Begin());
    }

    private void take(GroupInput input) {
        group.on(input);
    }

    private Together together(JobNodes nodes, StoreServerConfig config) {
        return Together.of(
                context,
                spec,
                nodes,
                config.withExpectedClients(Math.multiplyExact(spec.workers(), nodes.max())),
                this::tellOpened,
                events::append,
                input -> group.on(input));
    }

    private void tellOpened(StoreServer store) {
        workersStore = Optional.of(store);
        var address = store.address();
        workersStore = Optional.of(store);
        events.append(
                new AgentEvent.StoreOpened(
                        context.clock().instant(),
                        address.getAddress().getHostAddress(),
                        address.getPort()));
    }

    public RunId id() {
        return folder.run();
    }

    public JobSnapshot snapshot() {
        return events.snapshot().orElseThrow();
    }

    /** The store that its workers meet in; absent while it is another node's. */
    public Optional<StoreServer> workersStore() {
        return workersStore;
    }

    /** Whether its last event has been told and its last byte written. */
    public boolean isOver() {
        return over;
    }

    /**
     * Does what somebody asked for, or says why not; either way the journal has it, ahead of what
     * comes of it. Of a run that is over there is no journal any more.
     */
    public CommandOutcome take(AgentCommand command, String by) {
        Decision decision = decide(command, by);
        CommandOutcome outcome = decision.outcome();
        if (snapshot().phase() == Phase.ENDED) return outcome;
        events.append(
                new AgentEvent.CommandTaken(
                        context.clock().instant(),
                        by,
                        CommandWords.of(command),
                        outcome instanceof CommandOutcome.Accepted,
                        outcome.because()));
        decision.next().run();
        return outcome;
    }

    /**
     * @param next does what was decided
     */
    private record Decision(CommandOutcome outcome, Runnable next) {}

    /**
     * Where the workers of those local ranks stand, or of all where none is named. With {@code
     * mayEnd}, those that tell it in no other way are ended for their last words.
     */
    public CompletableFuture<List<RankStack>> stacks(
            Set<LocalRank> wanted, boolean mayEnd, String by) {
        var ladder = Ladder.of(spec.python(), context.environment());
        if (!mayEnd) return new StackTaking(ladder).of(snapshot(), wanted);
        events.append(
                new AgentEvent.CommandTaken(
                        context.clock().instant(),
                        by,
                        "stacks, by SIGABRT where there is no other way",
                        true,
                        "workers that tell in no other way where they stand end with SIGABRT"));
        return new StackTaking(ladder.thatMayEnd(this::abort)).of(snapshot(), wanted);
    }

    /** The store that the workers meet at; absent where it is not open, or another node has it. */
    public Optional<StoreServer> store() {
        return workersStore;
    }

    /** On any thread: it is sure whom it signals. */
    private boolean abort(StackSource worker) {
        var marker = context.marker().run(folder.run());
        return Marked.signal(marker, Math.toIntExact(worker.pid()), Signal.ABRT).isPresent();
    }

    /**
     * A signal reached the agent: the workers get the same one, and it decides the exit code. The
     * other nodes of the job go on, and this one may come back under the same run id (§2.8).
     */
    public void stopFor(Signal signal) {
        group.on(
                new GroupInput.AskStop(
                        signal.name(),
                        signal,
                        spec.stopping().grace(),
                        true,
                        128 + signal.number(),
                        Farewell.LEAVE));
    }

    /** A second signal reached the agent. */
    public void forceFor(Signal signal) {
        group.on(new GroupInput.AskForce(signal.name(), 128 + signal.number(), Farewell.LEAVE));
    }

    @Override
    public List<Workers.Start> prepare(int attempt, int restartCount) throws IOException {
        StoreAddress master = company.meetingPlace(attempt);
        String name = folder.beginAttempt(restartCount);
        output.beginAttempt(name);
        var starts = new ArrayList<Workers.Start>();
        for (int k = 0; k < spec.workers(); k++) {
            var localRank = new LocalRank(k);
            var files = folder.filesOf(name, localRank);
            var variables =
                    new HashMap<>(
                            environment.of(
                                    localRank,
                                    company.others().placement(),
                                    master,
                                    restartCount,
                                    files.error()));
            if (spec.stopping().saveFirst().isPresent()) {
                Path said = folder.savedFile(name, localRank);
                saved.put(localRank, said);
                variables.put(SavedFiles.VARIABLE, said.toString());
            }
            variables.putAll(lines.variables(attempt, localRank));
            starts.add(
                    new Workers.Start(
                            localRank,
                            command(attempt, localRank, variables),
                            variables,
                            spec.workingDirectory(),
                            files));
        }
        return starts;
    }

    private List<String> command(int attempt, LocalRank localRank, Map<String, String> variables)
            throws IOException {
        if (!(spec.entrypoint() instanceof Entrypoint.Callable function)) {
            return WorkerCommand.of(spec, localRank);
        }
        Rank rank = company.others().placement().rankOf(localRank);
        CallFiles call = folder.calls().files(attempt, rank);
        folder.calls().write(call, WorkerCommand.arguments(spec.arguments(), localRank));
        return WorkerCommand.bound(
                spec, localRank, new CallCommand().of(function, spec.python(), call, variables));
    }

    private Decision decide(AgentCommand command, String by) {
        Aim now = Aim.at(snapshot());
        if (!command.aim().equals(now)) {
            return refuses(
                    "it was meant for %s, and %s is under way"
                            .formatted(command.aim().inWords(), now.inWords()));
        }
        if (command instanceof AgentCommand.SaveAndStop && spec.stopping().saveFirst().isEmpty()) {
            return refuses("the run has no --save-signal, so its workers cannot be told to save");
        }
        return switch (command) {
            case AgentCommand.Restart _ -> does(new GroupInput.AskRestart(by));
            case AgentCommand.Stop(_, var grace) -> does(stop(by, grace, false, Farewell.CLOSE));
            case AgentCommand.SaveAndStop(_, var grace) ->
                    does(stop(by, grace, true, Farewell.CLOSE));
            case AgentCommand.Leave(_, var grace) -> does(stop(by, grace, false, Farewell.LEAVE));
            case AgentCommand.SkipWaiting _ -> does(new GroupInput.SkipOthers(by));
            case AgentCommand.ForceStop _ ->
                    does(new GroupInput.AskForce(by, STOPPED, Farewell.CLOSE));
            case AgentCommand.SignalWorker(_, var who, var signal) ->
                    does(new GroupInput.AskSignal(by, who, signal));
            case AgentCommand.Scale(_, var min, var max) ->
                    company.scale(min, max, by)
                            .map(Run::refuses)
                            .orElseGet(() -> tellsAll(min, max));
        };
    }

    private Decision does(GroupInput input) {
        GroupRules.Step step = group.decide(input);
        return new Decision(
                step.accepted()
                        ? new CommandOutcome.Accepted(step.because())
                        : new CommandOutcome.Refused(step.because()),
                () -> group.follow(step));
    }

    private static Decision tellsAll(int min, int max) {
        String because = "all nodes of the job are told: %d:%d from now on".formatted(min, max);
        return new Decision(new CommandOutcome.Accepted(because), () -> {});
    }

    private static Decision refuses(String because) {
        return new Decision(new CommandOutcome.Refused(because), () -> {});
    }

    private static GroupInput stop(String by, Duration grace, boolean saving, Farewell farewell) {
        return new GroupInput.AskStop(by, Signal.TERM, grace, saving, STOPPED, farewell);
    }

    private void tell(AgentEvent event) {
        inquest.hear(event);
        usage.hear(event);
        events.append(event);
        output.tell(event);
        switch (event) {
            case AgentEvent.WorkerStarted(_, _, var localRank, var pid, _) ->
                    stuck.watch(localRank, pid);
            case AgentEvent.WorkerExited exited -> partialFinish.exited(exited);
            case AgentEvent.SaveAsked _ -> awaitSaved();
            case AgentEvent.StopStarted _, AgentEvent.ForceStarted _ -> {
                stuck.forgetAll();
                saved.forgetAll();
            }
            case AgentEvent.AttemptEnded _ -> lines.attemptEnded();
            default -> {
                // nothing else begins or ends what is waited for
            }
        }
    }

    /** Those whose answer cannot be heard are stopped when the time to save is over. */
    private void awaitSaved() {
        try {
            saved.await();
        } catch (IOException e) {
            notice("who has saved cannot be seen: " + e);
        }
    }

    /** What happened beside the run, and is worth telling in it. */
    public void notice(String sentence) {
        events.append(new AgentEvent.Noticed(context.clock().instant(), sentence));
    }

    private void close() {
        lines.close();
        stuck.forgetAll();
        saved.forgetAll();
        stalls.fallSilent();
        company.close();
        try {
            journal.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + folder.journal(), e);
        } finally {
            output.close(this::endForGood);
        }
    }

    private void endForGood() {
        over = true;
        onOver.run();
    }
}
