package dev.muster.agent;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.home.HostName;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerInput;
import dev.muster.agent.journal.KeptSpec;
import dev.muster.agent.journal.UnreadableRecord;
import dev.muster.agent.loop.AgentLoop;
import dev.muster.agent.output.FileGrowth;
import dev.muster.agent.run.Run;
import dev.muster.agent.run.RunContext;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.store.StoreLook;
import dev.muster.agent.store.StoreReading;
import dev.muster.agent.supervise.process.Cgroups;
import dev.muster.agent.supervise.process.Guardians;
import dev.muster.agent.supervise.process.Marker;
import dev.muster.agent.supervise.process.Orphans;
import dev.muster.agent.watchdog.HealthEndpoint;
import dev.muster.store.StoreException;
import dev.muster.store.StoreServer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Hosts runs on this machine. Its state lives on its own thread; the methods here may be called
 * from any thread and answer at once, with a future where the answer takes a turn.
 */
public final class Agent implements AutoCloseable {
    /** Told on the agent's thread, after each event of each run. Must be quick. */
    public interface Listener {
        /** {@code runs} are all runs of the agent, oldest first, with this event in them. */
        void happened(RunId run, NumberedEvent event, List<JobSnapshot> runs);

        /** A run that is over is none of the agent's any more; {@code runs} are those left. */
        default void forgot(RunId run, List<JobSnapshot> runs) {
            // for whoever keeps them
        }

        /** A run's workers were measured; no event tells of that. */
        default void measured(RunId run, RunUsage usage) {
            // for whoever shows it
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);

    /** Where others may ask whether the agent still turns (spec/elastic-agent §4.8). */
    private static final String HEALTH_PORT = "TORCHELASTIC_HEALTH_CHECK_PORT";

    /** The system tells nobody that a process became its child. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    /** So soon is a run forgotten whose folder was removed. */
    private static final Duration BETWEEN_REMEMBERINGS = Duration.ofSeconds(10);

    /** Runs that are over and still shown; the history has those before them. */
    private static final int MOST_OVER = 1_000;

    private final AgentLoop loop = new AgentLoop(InstantSource.system());
    private final FileGrowth growth = FileGrowth.start();
    private final Marker marker;
    private final Cgroups cgroups;
    private final RunContext context;
    private final AtomicBoolean closed = new AtomicBoolean();

    // on the agent's thread
    private final Map<RunId, Run> runs = new LinkedHashMap<>();
    private final List<Listener> listeners = new ArrayList<>();
    private final List<CompletableFuture<Optional<Guardians>>> waitingForQuiet = new ArrayList<>();
    private @Nullable Guardians guardians;
    private boolean closing;
    private Optional<HealthEndpoint> health = Optional.empty();

    private Agent(MusterHome home, Map<String, String> environment, WorkerInput workerInput) {
        String name = uniqueName();
        marker = Marker.ofAgent(name);
        cgroups = Cgroups.find(name, environment);
        context =
                new RunContext(
                        home,
                        HostName.read(),
                        environment,
                        marker,
                        cgroups,
                        workerInput,
                        loop,
                        loop,
                        InstantSource.system(),
                        new SecureRandom(),
                        growth,
                        new Told());
    }

    /**
     * Starts an agent without runs, whose workers have nothing to read: for a window, which was
     * started from anywhere or from nowhere. {@code environment} is what workers inherit.
     */
    public static Agent open(MusterHome home, Map<String, String> environment) {
        return open(home, environment, WorkerInput.NOTHING);
    }

    /** The same for whoever knows what workers shall read. */
    public static Agent open(
            MusterHome home, Map<String, String> environment, WorkerInput workerInput) {
        var agent = new Agent(home, environment, workerInput);
        agent.loop.start();
        agent.health = agent.openHealth(environment);
        agent.rememberLater();
        return agent;
    }

    /** What is no port, or is taken, is no reason not to run anything. */
    private Optional<HealthEndpoint> openHealth(Map<String, String> environment) {
        String port = environment.getOrDefault(HEALTH_PORT, "").strip();
        if (port.isEmpty()) return Optional.empty();
        try {
            return Optional.of(
                    HealthEndpoint.open(Integer.parseInt(port), loop, InstantSource.system()));
        } catch (NumberFormatException _) {
            LOG.warn(
                    "{}: \"{}\" (expected: a port); nobody can ask for our health",
                    HEALTH_PORT,
                    port);
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("Nobody can ask for our health at port {}: {}", port, e.getMessage());
        }
        return Optional.empty();
    }

    public String host() {
        return context.host();
    }

    /** Where the events of a run are kept; it grows as they happen. Any thread. */
    public Path journal(RunId run) {
        return context.home().runs().resolve(run.value()).resolve("events.jsonl");
    }

    public FileGrowth growth() {
        return growth;
    }

    /**
     * Makes this process the parent of what its workers leave behind, however they hide it. Only
     * where nothing but one run is started: it would be ended with that.
     */
    public void takeInOrphans() {
        Orphans.takeIn();
        loop.execute(this::lookAfterOrphans);
    }

    private void lookAfterOrphans() {
        try {
            if (guardians != null) guardians.lookAfterOrphans();
        } catch (IOException e) {
            LOG.debug("the orphans cannot be looked at now", e);
        } finally {
            loop.at(context.clock().instant().plus(BETWEEN_LOOKS), this::lookAfterOrphans);
        }
    }

    private void rememberLater() {
        loop.at(context.clock().instant().plus(BETWEEN_REMEMBERINGS), this::remember);
    }

    /** Whoever keeps the history removes runs that are over; then they are none of ours either. */
    private void remember() {
        List<RunId> over = runs.values().stream().filter(Run::isOver).map(Run::id).toList();
        int tooMany = Math.max(0, over.size() - MOST_OVER);
        over.subList(0, tooMany).forEach(this::forget);
        List<RunId> kept = over.subList(tooMany, over.size());
        if (!kept.isEmpty()) {
            Thread.ofVirtual().name("removed runs").start(() -> forgetRemoved(kept));
        }
        rememberLater();
    }

    /** On a thread of its own: a folder may be behind a network. */
    private void forgetRemoved(List<RunId> over) {
        over.stream()
                .filter(run -> Files.notExists(context.home().runs().resolve(run.value())))
                .forEach(run -> loop.execute(() -> forget(run)));
    }

    private void forget(RunId run) {
        if (runs.remove(run) == null) return;
        List<JobSnapshot> left = snapshots();
        for (Listener listener : List.copyOf(listeners)) listener.forgot(run, left);
    }

    /** Takes a run and starts it. Fails with {@link AgentException} when it cannot be taken. */
    public CompletableFuture<RunId> launch(JobSpec spec) {
        return ask(() -> take(spec));
    }

    /**
     * Starts the same as a run of this user on this machine, whoever had it, with the values of its
     * variables that were kept there. Fails with {@link AgentException} when they cannot be read or
     * the run cannot be taken.
     */
    public CompletableFuture<RunId> launchAgain(RunId run) {
        return CompletableFuture.supplyAsync(
                        () -> kept(run),
                        reading -> Thread.ofVirtual().name("spec of " + run).start(reading))
                .thenCompose(this::launch);
    }

    private JobSpec kept(RunId run) {
        try {
            return KeptSpec.read(journal(run).resolveSibling("spec.json")).spec();
        } catch (IOException | UnreadableRecord e) {
            throw new AgentException(
                    "nobody knows what run %s was started with: its spec.json cannot be read"
                            .formatted(run),
                    e);
        }
    }

    /** All runs as they stand, oldest first, once the agent's thread has come round to it. */
    public CompletableFuture<List<JobSnapshot>> present() {
        return ask(this::snapshots);
    }

    /**
     * How often the workers' store of each run was asked for what, by the names of the protocol;
     * without the runs whose store another node serves.
     */
    public CompletableFuture<Map<RunId, Map<String, Long>>> storeOperations() {
        return ask(this::workersStores)
                .thenApplyAsync(
                        stores ->
                                stores.entrySet().stream()
                                        .collect(
                                                Collectors.toMap(
                                                        Map.Entry::getKey,
                                                        store -> store.getValue().operations())),
                        waiting -> Thread.ofVirtual().name("count of stores").start(waiting));
    }

    private Map<RunId, StoreServer> workersStores() {
        var stores = new LinkedHashMap<RunId, StoreServer>();
        runs.forEach((id, run) -> run.workersStore().ifPresent(store -> stores.put(id, store)));
        return stores;
    }

    /** Does what somebody asked of a run, or refuses it in a sentence. */
    public CompletableFuture<CommandOutcome> send(AgentCommand command, String by) {
        return ask(
                () -> {
                    Run run = runs.get(command.run());
                    return run == null
                            ? new CommandOutcome.Refused("there is no run " + command.run())
                            : run.take(command, by);
                });
    }

    /**
     * Where the workers of those local ranks stand, or of all where none is named. Fails with
     * {@link AgentException} when there is no such run, or it is over.
     */
    public CompletableFuture<List<RankStack>> stacks(
            RunId id, Set<LocalRank> wanted, boolean mayEnd, String by) {
        return ask(() -> present(id)).thenComposeAsync(run -> run.stacks(wanted, mayEnd, by), loop);
    }

    /**
     * What the workers' store of a run holds, and who is connected to it. Fails with {@link
     * AgentException} when there is no such run, it is over, or another node has its store.
     */
    public CompletableFuture<StoreReading> store(RunId id) {
        return ask(() -> present(id).store())
                .thenComposeAsync(
                        found ->
                                found.map(this::read)
                                        .orElseThrow(() -> new AgentException(elsewhere(id))),
                        loop);
    }

    private static String elsewhere(RunId id) {
        return "the workers' store of run %s is not open, or on another node".formatted(id);
    }

    /** On a thread of its own, for it waits for the store's. */
    private CompletableFuture<StoreReading> read(StoreServer store) {
        return CompletableFuture.supplyAsync(
                () -> StoreLook.at(store, context.clock().instant()),
                task -> Thread.ofVirtual().name("look into a store").start(task));
    }

    private Run present(RunId id) {
        Run run = runs.get(id);
        if (run == null) throw new AgentException("there is no run " + id);
        if (run.isOver()) throw new AgentException("run %s is over".formatted(id));
        return run;
    }

    /** Stops every run with this signal and its own grace. */
    public void stopFor(Signal signal) {
        loop.execute(() -> running().forEach(run -> run.stopFor(signal)));
    }

    /** Ends every run at once. */
    public void forceFor(Signal signal) {
        loop.execute(() -> running().forEach(run -> run.forceFor(signal)));
    }

    /** Hears of everything from now on; first, on the agent's thread, {@code present} is called. */
    public void listen(Listener listener, Consumer<List<JobSnapshot>> present) {
        loop.execute(
                () -> {
                    listeners.add(listener);
                    present.accept(snapshots());
                });
    }

    public void unlisten(Listener listener) {
        loop.execute(() -> listeners.remove(listener));
    }

    /** Stops what is running, with each run's grace, waits for that, and lets go of everything. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) return;
        var quiet = new CompletableFuture<Optional<Guardians>>();
        loop.execute(() -> beginToClose(quiet));
        try {
            quiet.get().ifPresent(Guardians::close);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // the guardian ends what is left
        } catch (ExecutionException e) {
            throw new AgentException("the agent could not be closed in order", e);
        } finally {
            health.ifPresent(HealthEndpoint::close);
            loop.close();
            growth.close();
            cgroups.close();
        }
    }

    private void beginToClose(CompletableFuture<Optional<Guardians>> quiet) {
        closing = true;
        waitingForQuiet.add(quiet);
        running().forEach(run -> run.stopFor(Signal.TERM));
        tellIfQuiet();
    }

    private RunId take(JobSpec spec) {
        if (closing) throw new AgentException("the agent is closing and takes no more runs");
        try {
            if (guardians == null) guardians = Guardians.start(marker, cgroups, this::tellAll);
            Run run = Run.accept(context, spec, this::tellIfQuiet);
            runs.put(run.id(), run);
            run.begin();
            return run.id();
        } catch (StoreException | IOException e) {
            throw new AgentException("the run cannot be taken: " + Reasons.of(e), e);
        }
    }

    /** What this agent's runs tell. */
    private final class Told implements RunContext.Listener {
        @Override
        public void happened(NumberedEvent event, JobSnapshot now) {
            Agent.this.happened(event, now);
        }

        @Override
        public void measured(RunId run, RunUsage usage) {
            for (Listener listener : List.copyOf(listeners)) listener.measured(run, usage);
        }
    }

    private void happened(NumberedEvent event, JobSnapshot now) {
        List<JobSnapshot> all = snapshots();
        for (Listener listener : List.copyOf(listeners)) {
            listener.happened(now.run(), event, all);
        }
    }

    /** Any thread. */
    private void tellAll(String sentence) {
        loop.execute(
                () -> {
                    if (running().isEmpty()) LOG.warn("{}", sentence);
                    running().forEach(run -> run.notice(sentence));
                });
    }

    private List<JobSnapshot> snapshots() {
        return runs.values().stream().map(Run::snapshot).toList();
    }

    private List<Run> running() {
        return runs.values().stream().filter(run -> !run.isOver()).toList();
    }

    private void tellIfQuiet() {
        if (!running().isEmpty()) return;
        waitingForQuiet.forEach(waiting -> waiting.complete(Optional.ofNullable(guardians)));
        waitingForQuiet.clear();
    }

    private <T> CompletableFuture<T> ask(Supplier<T> question) {
        return CompletableFuture.supplyAsync(question, loop);
    }

    private static String uniqueName() {
        return UUID.randomUUID().toString();
    }
}
