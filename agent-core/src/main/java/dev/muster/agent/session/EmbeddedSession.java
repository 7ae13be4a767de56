package dev.muster.agent.session;

import dev.muster.agent.Agent;
import dev.muster.agent.AgentException;
import dev.muster.agent.OwnEnvironment;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.control.BackgroundControl;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.history.HistoryKeeper;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.store.StoreReading;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** An agent in this very process. Listeners are called on the agent's thread. */
public final class EmbeddedSession implements AgentSession {
    /** Who the journal says asked, when the asking is done through this session. */
    private static final String BY = "you";

    /** The window shall be there first. */
    private static final Duration FOR_THE_WINDOW = Duration.ofSeconds(1);

    private final Agent agent;
    private final Map<RunId, RunUsage> usage = new HashMap<>(); // on the agent's thread
    private volatile List<JobSnapshot> latest = List.of();
    private Optional<HistoryKeeper> keeper = Optional.empty();
    private final BackgroundControl control = new BackgroundControl();

    private EmbeddedSession(Agent agent) {
        this.agent = agent;
        agent.listen(
                telling(this::remember, left -> latest = left, this::rememberUsage),
                present -> latest = present);
    }

    /**
     * Starts an agent with this process's environment and the user's own folders, which others can
     * watch and steer too, and keeps the past runs there within the user's limits.
     */
    public static EmbeddedSession open() {
        Map<String, String> environment = OwnEnvironment.read();
        MusterHome home = MusterHome.of(environment);
        Agent agent = Agent.open(home, environment);
        EmbeddedSession session = over(agent);
        session.keeper = Optional.of(HistoryKeeper.start(home, InstantSource.system()));
        session.control.openAfter(
                FOR_THE_WINDOW, agent, AgentFacts.Kind.COCKPIT, home, environment);
        return session;
    }

    /** A session over an agent that is open already; closing the session closes it. */
    static EmbeddedSession over(Agent agent) {
        return new EmbeddedSession(agent);
    }

    @Override
    public String title() {
        return "This computer";
    }

    @Override
    public boolean simulated() {
        return false;
    }

    @Override
    public Subscription watch(Consumer<AgentSnapshot> listener) {
        Agent.Listener changes =
                telling(
                        (_, _, runs) -> listener.accept(snapshotOf(runs)),
                        left -> listener.accept(snapshotOf(left)),
                        (_, _) -> listener.accept(snapshotOf(latest)));
        agent.listen(changes, present -> listener.accept(snapshotOf(present)));
        return () -> agent.unlisten(changes);
    }

    @Override
    public Subscription hear(RunId run, RunHearer hearer) {
        return JournalHearing.open(agent, run, hearer);
    }

    @Override
    public CompletionStage<RunId> launch(JobSpec spec) {
        return failingAsLaunches(agent.launch(spec));
    }

    @Override
    public CompletionStage<RunId> launchAgain(JobSnapshot run) {
        return failingAsLaunches(agent.launchAgain(run.run()));
    }

    private static CompletionStage<RunId> failingAsLaunches(CompletableFuture<RunId> launched) {
        return launched.exceptionally(
                broken -> {
                    throw new CompletionException(launchFailed(broken));
                });
    }

    @Override
    public CompletionStage<CommandOutcome> send(AgentCommand command) {
        return agent.send(command, BY);
    }

    @Override
    public CompletionStage<List<RankStack>> stacks(
            RunId run, Set<LocalRank> localRanks, boolean mayEnd) {
        return agent.stacks(run, localRanks, mayEnd, BY);
    }

    @Override
    public CompletionStage<StoreReading> store(RunId run) {
        return agent.store(run);
    }

    @Override
    public LogSource openLog(RunId run, int attempt, LocalRank localRank, LogStream stream)
            throws IOException {
        Path file =
                latest.stream()
                        .filter(candidate -> candidate.run().equals(run))
                        .flatMap(candidate -> candidate.attempts().stream())
                        .filter(candidate -> candidate.attempt() == attempt)
                        .map(AttemptView::files)
                        .flatMap(files -> Optional.ofNullable(files.get(localRank)).stream())
                        .map((WorkerFiles files) -> files.of(stream))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new NoSuchFileException(
                                                "run %s has no local rank %s in attempt %d"
                                                        .formatted(run, localRank, attempt)));
        return LocalLog.growing(file, agent.growth());
    }

    @Override
    public void close() {
        keeper.ifPresent(HistoryKeeper::close);
        agent.close();
        control.close();
    }

    private void remember(RunId run, NumberedEvent event, List<JobSnapshot> runs) {
        latest = runs;
        if (event.event() instanceof AgentEvent.RunEnded) usage.remove(run);
    }

    private void rememberUsage(RunId run, RunUsage measured) {
        usage.put(run, measured);
    }

    private static Agent.Listener telling(
            Agent.Listener events,
            Consumer<List<JobSnapshot>> forgettings,
            BiConsumer<RunId, RunUsage> measurements) {
        return new Agent.Listener() {
            @Override
            public void happened(RunId run, NumberedEvent event, List<JobSnapshot> runs) {
                events.happened(run, event, runs);
            }

            @Override
            public void forgot(RunId run, List<JobSnapshot> left) {
                forgettings.accept(left);
            }

            @Override
            public void measured(RunId run, RunUsage usage) {
                measurements.accept(run, usage);
            }
        };
    }

    private AgentSnapshot snapshotOf(List<JobSnapshot> runs) {
        return new AgentSnapshot(agent.host(), runs, usage);
    }

    private static LaunchFailed launchFailed(Throwable broken) {
        for (Throwable cause = broken; cause != null; cause = cause.getCause()) {
            if (cause instanceof AgentException refused) {
                return new LaunchFailed(String.valueOf(refused.getMessage()), refused);
            }
        }
        return new LaunchFailed("the agent broke while starting the run: " + broken, broken);
    }
}
