package dev.muster.agent.session;

import dev.muster.agent.AgentException;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.loop.AgentLoop;
import dev.muster.agent.ssh.RemoteMachine;
import dev.muster.agent.ssh.Ssh;
import dev.muster.agent.ssh.SshLink;
import dev.muster.agent.ssh.SshName;
import dev.muster.agent.ssh.SshState;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.store.StoreReading;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * All agents of this user on another machine, reached by ssh, as one. Closing the session, or
 * losing the connection, leaves them and their runs alone.
 *
 * <p>State, and calls of listeners: on the session's own thread.
 */
public final class SshSession implements RemoteSession {
    /** For what an agent says first of itself. */
    private static final Duration TO_MEET = Duration.ofSeconds(20);

    private final SshName host;
    private final String name;
    private final AgentLoop loop = new AgentLoop(InstantSource.system());
    private final SshLink link;
    private final List<Consumer<AgentSnapshot>> listeners = new CopyOnWriteArrayList<>();

    // on the loop's thread
    private final Map<SshState.Way, Reached> agents = new LinkedHashMap<>();
    private Optional<RemoteMachine> machine = Optional.empty();
    private volatile Connection connection;

    /** Where runs are; read by any thread. */
    private volatile Map<RunId, SocketSession> owners = Map.of();

    private volatile List<SocketSession> sessions = List.of();
    private volatile Optional<Lack> lack = Optional.empty();

    /** An agent over there, and what it told last. */
    private static final class Reached {
        private final SocketSession session;
        private Optional<AgentSnapshot> latest = Optional.empty();

        Reached(SocketSession session) {
            this.session = session;
        }
    }

    private SshSession(Ssh ssh, SshName host, Ssh.Prompts prompts, String name) throws IOException {
        this.host = host;
        this.name = name;
        Instant now = InstantSource.system().instant();
        connection = new Connection.Reconnecting(now, "connecting to " + host, now);
        link =
                SshLink.open(
                        ssh,
                        host,
                        prompts,
                        InstantSource.system(),
                        state -> loop.execute(() -> take(state)));
    }

    /**
     * Begins to connect, and goes on until it is closed.
     *
     * @param prompts whom ssh may ask
     * @param name by which the journals over there say who asked
     * @throws IOException when there can be no folder for the sockets
     */
    public static SshSession open(Ssh ssh, SshName host, Ssh.Prompts prompts, String name)
            throws IOException {
        var session = new SshSession(ssh, host, prompts, name);
        session.loop.start();
        return session;
    }

    /** The name that ssh knows; the snapshot has what the machine calls itself. */
    @Override
    public String title() {
        return host + " (ssh)";
    }

    @Override
    public boolean simulated() {
        return false;
    }

    @Override
    public Subscription watch(Consumer<AgentSnapshot> listener) {
        loop.execute(
                () -> {
                    listeners.add(listener);
                    listener.accept(snapshot());
                });
        return () -> listeners.remove(listener);
    }

    @Override
    public Subscription hear(RunId run, RunHearer hearer) {
        SocketSession owner = owners.get(run);
        return owner == null ? RemoteSession.super.hear(run, hearer) : owner.hear(run, hearer);
    }

    @Override
    public Optional<Lack> lack() {
        return lack;
    }

    /** Lets ssh ask again, too. */
    @Override
    public void tryNow() {
        link.tryNow();
    }

    /** May fail with an {@link dev.muster.agent.ssh.SshFailure}, or an {@link AgentException}. */
    @Override
    public CompletionStage<String> startAgent() {
        String runs = "a background agent runs on " + host;
        if (!sessions.isEmpty() && connection instanceof Connection.Reconnecting(_, var why, _)) {
            return CompletableFuture.failedFuture(new AgentException(unreached(why)));
        }
        return sessions.stream().anyMatch(SshSession::stays)
                ? CompletableFuture.completedFuture(runs)
                : link.startAgent().thenApply(_ -> runs);
    }

    /** In the background agent over there; a run that ends with its terminal takes no others. */
    @Override
    public CompletionStage<RunId> launch(JobSpec spec) {
        return staying().thenCompose(agent -> agent.launch(spec));
    }

    /** There, too, whichever agent had that run: they share their folder of runs. */
    @Override
    public CompletionStage<RunId> launchAgain(JobSnapshot run) {
        return staying().thenCompose(agent -> agent.launchAgain(run));
    }

    /** The background agent, once all who are there have said what they are. */
    private CompletableFuture<SocketSession> staying() {
        if (connection instanceof Connection.Reconnecting(_, var why, _)) {
            return CompletableFuture.failedFuture(new LaunchFailed(unreached(why)));
        }
        List<SocketSession> asked = sessions;
        return CompletableFuture.allOf(
                        asked.stream().map(SshSession::met).toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, TO_MEET.toMillis(), TimeUnit.MILLISECONDS)
                .thenApply(
                        _ ->
                                asked.stream()
                                        .filter(SshSession::stays)
                                        .findFirst()
                                        .orElseThrow(() -> new LaunchFailed(nobodyStays())));
    }

    private static CompletableFuture<Boolean> met(SocketSession agent) {
        var met = new CompletableFuture<Boolean>();
        Subscription watching = agent.watch(_ -> met.complete(true));
        return met.whenComplete((_, _) -> watching.close());
    }

    private String nobodyStays() {
        return "no background agent runs on %s; start one there first (muster agent)"
                .formatted(host);
    }

    private String unreached(String why) {
        return "nothing can be started on %s now: %s".formatted(host, why);
    }

    private static boolean stays(SocketSession session) {
        return session.facts().filter(facts -> facts.kind() == AgentFacts.Kind.AGENT).isPresent();
    }

    @Override
    public CompletionStage<CommandOutcome> send(AgentCommand command) {
        SocketSession owner = owners.get(command.run());
        return owner == null
                ? CompletableFuture.completedFuture(
                        new CommandOutcome.Refused("there is no run " + command.run()))
                : owner.send(command);
    }

    @Override
    public CompletionStage<List<RankStack>> stacks(
            RunId run, Set<LocalRank> localRanks, boolean mayEnd) {
        SocketSession owner = owners.get(run);
        return owner == null
                ? CompletableFuture.failedFuture(new AgentException("there is no run " + run))
                : owner.stacks(run, localRanks, mayEnd);
    }

    @Override
    public CompletionStage<StoreReading> store(RunId run) {
        SocketSession owner = owners.get(run);
        return owner == null
                ? CompletableFuture.failedFuture(new AgentException("there is no run " + run))
                : owner.store(run);
    }

    @Override
    public LogSource openLog(RunId run, int attempt, LocalRank localRank, LogStream stream)
            throws IOException {
        SocketSession owner = owners.get(run);
        if (owner == null) throw new IOException("there is no run " + run);
        return owner.openLog(run, attempt, localRank, stream);
    }

    @Override
    public void close() {
        listeners.clear();
        link.close();
        sessions.forEach(SocketSession::close);
        loop.close();
    }

    private void take(SshState state) {
        switch (state) {
            case SshState.Connecting(var since) ->
                    connection = new Connection.Reconnecting(since, "connecting to " + host, since);
            case SshState.Down(var since, var why, var nextTry) ->
                    connection = new Connection.Reconnecting(since, why, nextTry);
            case SshState.Up(var there, var ways) -> {
                machine = Optional.of(there);
                lack = ways.isEmpty() ? Optional.of(lackOf(there)) : Optional.empty();
                meet(ways);
                connection = new Connection.Connected(); // with whoever is there known
            }
        }
        tell();
    }

    private static Lack lackOf(RemoteMachine machine) {
        return machine.muster().isEmpty()
                ? new Lack.Muster(SshLink.absence(machine.host()))
                : new Lack.Agent("No agent of yours runs on " + machine.host());
    }

    private void meet(List<SshState.Way> ways) {
        for (SshState.Way gone : List.copyOf(agents.keySet())) {
            if (ways.contains(gone)) continue;
            Optional.ofNullable(agents.remove(gone)).ifPresent(agent -> agent.session.close());
        }
        for (SshState.Way way : ways) {
            if (agents.containsKey(way)) continue;
            var reached =
                    new Reached(SocketSession.open(AgentPlace.behind(way.local(), title()), name));
            agents.put(way, reached);
            reached.session.watch(now -> loop.execute(() -> heard(reached, now)));
        }
        sessions = agents.values().stream().map(agent -> agent.session).toList();
    }

    private void heard(Reached agent, AgentSnapshot now) {
        agent.latest = Optional.of(now);
        tell();
    }

    private void tell() {
        var found = new HashMap<RunId, SocketSession>();
        for (Reached agent : agents.values()) {
            agent.latest.ifPresent(
                    now -> now.runs().forEach(run -> found.put(run.run(), agent.session)));
        }
        owners = Map.copyOf(found);
        AgentSnapshot now = snapshot();
        listeners.forEach(listener -> listener.accept(now));
    }

    private AgentSnapshot snapshot() {
        var runs = new ArrayList<JobSnapshot>();
        var usage = new HashMap<RunId, RunUsage>();
        Optional<String> itself = machine.map(RemoteMachine::host);
        for (Reached agent : agents.values()) {
            if (agent.latest.isEmpty()) continue;
            runs.addAll(agent.latest.get().runs());
            usage.putAll(agent.latest.get().usage());
        }
        runs.sort(Comparator.comparing(JobSnapshot::startedAt));
        return new AgentSnapshot(itself.orElse(host.value()), runs, usage, connection);
    }
}
