package dev.muster.agent.fleet;

import dev.muster.agent.OwnEnvironment;
import dev.muster.agent.fleet.FleetPlace.Kind;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSession;
import dev.muster.agent.session.BackgroundAgent;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Starts runs where they outlive this process, in the background agent, or where they end with it,
 * in an agent of its own. A background agent that is not there is started; when that fails, the run
 * is started here, and a sentence says so. Any thread; nothing blocks the caller.
 */
public final class RunStarter implements Launching {
    private static final String STARTING =
            "Starting the background agent, which keeps runs when this window closes";

    /** Finds the background agent, or starts it, and waits until it answers. */
    @FunctionalInterface
    interface Background {
        AgentSession find() throws IOException, InterruptedException;
    }

    private final Fleet fleet;
    private final Supplier<Optional<AgentSession>> present;
    private final Background background;
    private final Supplier<? extends AgentSession> own;
    private final Map<String, String> environment;
    private final InstantSource clock;
    private volatile boolean keeping = true;
    private Optional<CompletableFuture<AgentSession>> here = Optional.empty(); // guarded by this

    RunStarter(
            Fleet fleet,
            Supplier<Optional<AgentSession>> present,
            Background background,
            Supplier<? extends AgentSession> own,
            Map<String, String> environment,
            InstantSource clock) {
        this.fleet = fleet;
        this.present = present;
        this.background = background;
        this.own = own;
        this.environment = Map.copyOf(environment);
        this.clock = clock;
    }

    /**
     * @param agents of this machine, the background agent among them
     * @param own opens an agent in this process, if it comes to that
     * @param environment what the workers of its runs find
     */
    public static RunStarter of(
            Fleet fleet,
            LocalAgents agents,
            Supplier<? extends AgentSession> own,
            Map<String, String> environment,
            InstantSource clock) {
        return new RunStarter(
                fleet,
                () -> agents.staying().map(AgentSession.class::cast),
                () -> agents.meet(BackgroundAgent.findOrStart(environment)),
                own,
                environment,
                clock);
    }

    /** The environment that this process was called in. */
    public static Map<String, String> surroundings() {
        return OwnEnvironment.read();
    }

    /** Whether runs that are started from now on go on when this process ends. */
    public void keepRuns(boolean wanted) {
        keeping = wanted;
    }

    @Override
    public CompletionStage<RunId> launch(JobSpec spec) {
        return keeping
                ? background()
                        .handle(
                                (agent, why) ->
                                        why == null
                                                ? agent.launch(spec.inEnvironment(environment))
                                                : instead(spec, why))
                        .thenCompose(launched -> launched)
                : here(spec);
    }

    private CompletableFuture<AgentSession> background() {
        Optional<AgentSession> there = present.get();
        if (there.isPresent()) return CompletableFuture.completedFuture(there.get());
        var found = new CompletableFuture<AgentSession>();
        fleet.prepare(Optional.of(STARTING));
        inThread("start background agent").execute(() -> find(found));
        return found;
    }

    private void find(CompletableFuture<AgentSession> found) {
        try {
            found.complete(background.find());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            found.completeExceptionally(e);
        } catch (IOException | RuntimeException e) {
            found.completeExceptionally(e);
        } finally {
            fleet.prepare(Optional.empty());
        }
    }

    private CompletionStage<RunId> instead(JobSpec spec, Throwable why) {
        fleet.tell(
                ("This run ends with this window, for there is no background agent to keep it:"
                                + " %s.")
                        .formatted(why.getMessage()));
        return here(spec);
    }

    private CompletionStage<RunId> here(JobSpec spec) {
        return own().thenCompose(agent -> agent.launch(spec));
    }

    private synchronized CompletableFuture<AgentSession> own() {
        if (here.isEmpty()) {
            here =
                    Optional.of(
                            CompletableFuture.supplyAsync(this::open, inThread("open own agent")));
        }
        return here.get();
    }

    private AgentSession open() {
        AgentSession agent = own.get();
        fleet.add(new FleetPlace(Fleet.OWN, Kind.OWN, agent, clock));
        return agent;
    }

    private static Executor inThread(String name) {
        return task -> Thread.ofPlatform().name(name).daemon(true).start(task);
    }
}
