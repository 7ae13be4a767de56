package dev.muster.agent.session;

import dev.muster.agent.AgentException;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.control.api.StacksJson;
import dev.muster.agent.control.client.AgentListener;
import dev.muster.agent.control.client.ControlClient;
import dev.muster.agent.control.client.ControlFailure;
import dev.muster.agent.control.client.Following;
import dev.muster.agent.control.client.LogPlace;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.store.StoreReading;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * An agent in another process, reached through a socket. What it tells is folded here; when the
 * connection breaks, it is made anew, later each time, and goes on behind the last event that came.
 * Closing the session leaves the agent and its runs alone.
 *
 * <p>State, and calls of listeners: on the client's thread.
 */
public final class SocketSession implements AgentSession {
    private static final Logger LOG = LoggerFactory.getLogger(SocketSession.class);

    private final AgentPlace place;
    private final ControlClient client;
    private final InstantSource clock;
    private final RunFeeds feeds;
    private final Backoff backoff = new Backoff();
    private final List<Consumer<AgentSnapshot>> listeners = new ArrayList<>();
    private final Map<RunId, CompletableFuture<RunId>> launched = new HashMap<>();
    private final List<RunFeed> heard = new ArrayList<>();
    private final Set<RunId> named = new HashSet<>(); // since the connection was made
    private volatile Optional<AgentFacts> facts = Optional.empty();
    private Optional<Following> stream = Optional.empty();
    private Connection connection;
    private boolean told;
    private boolean changed;
    private int tries;
    private boolean closed;

    private SocketSession(AgentPlace place, ControlClient client, InstantSource clock) {
        this.place = place;
        this.client = client;
        this.clock = clock;
        feeds = new RunFeeds(client, this::change);
        Instant now = clock.instant();
        connection = new Connection.Reconnecting(now, "it has not been asked yet", now);
    }

    /**
     * A session that connects by itself.
     *
     * @param name by which the journal says who asked
     */
    public static SocketSession open(AgentPlace place, String name) {
        var client = place.client(name);
        var session = new SocketSession(place, client, InstantSource.system());
        session.onThread(session::connect);
        return session;
    }

    @Override
    public String title() {
        return facts.map(SocketSession::title).orElse(place.name());
    }

    private static String title(AgentFacts agent) {
        return switch (agent.kind()) {
            case RUN -> "muster run, pid " + agent.pid();
            case AGENT -> "Background agent";
            case COCKPIT -> "Cockpit, pid " + agent.pid();
        };
    }

    /** What the agent said of itself when it was reached last; absent before. */
    public Optional<AgentFacts> facts() {
        return facts;
    }

    @Override
    public boolean simulated() {
        return false;
    }

    /** Before the agent was reached, or could not be, there is nothing to hand over yet. */
    @Override
    public Subscription watch(Consumer<AgentSnapshot> listener) {
        onThread(
                () -> {
                    listeners.add(listener);
                    if (told) tell(listener, snapshot());
                });
        return () -> onThread(() -> listeners.remove(listener));
    }

    /** Whatever becomes of the connection in the meantime. */
    @Override
    public Subscription hear(RunId run, RunHearer hearer) {
        var feed = new RunFeed(run, client, new Hearing(hearer));
        onThread(
                () -> {
                    heard.add(feed);
                    if (isConnected()) feed.open();
                });
        return () ->
                onThread(
                        () -> {
                            heard.remove(feed);
                            feed.close();
                        });
    }

    private boolean isConnected() {
        return connection instanceof Connection.Connected;
    }

    @Override
    public CompletionStage<RunId> launch(JobSpec spec) {
        return shownLater(client.launch(spec));
    }

    @Override
    public CompletionStage<RunId> launchAgain(JobSnapshot run) {
        return shownLater(client.launchAgain(run.run()));
    }

    private CompletionStage<RunId> shownLater(CompletableFuture<RunId> asked) {
        return asked.thenCompose(this::shown)
                .exceptionallyCompose(
                        failure -> CompletableFuture.failedFuture(launchFailed(failure)));
    }

    /** When it is among the runs that listeners have been told of. */
    private CompletionStage<RunId> shown(RunId run) {
        boolean isLost = told && !isConnected(); // and not only slower than the launch was
        if (feeds.shows(run) || isLost) return CompletableFuture.completedFuture(run);
        if (isConnected()) feeds.add(run);
        return launched.computeIfAbsent(run, _ -> new CompletableFuture<>());
    }

    private static LaunchFailed launchFailed(Throwable failure) {
        Throwable cause = Causes.of(failure);
        return new LaunchFailed(String.valueOf(cause.getMessage()), cause);
    }

    @Override
    public CompletionStage<CommandOutcome> send(AgentCommand command) {
        return client.send(command)
                .exceptionally(
                        failure ->
                                new CommandOutcome.Refused(
                                        "the agent cannot be asked: "
                                                + launchFailed(failure).getMessage()));
    }

    @Override
    public CompletionStage<List<RankStack>> stacks(
            RunId run, Set<LocalRank> localRanks, boolean mayEnd) {
        return inWords(client.stacks(run, new StacksJson.Ask(localRanks, mayEnd)));
    }

    @Override
    public CompletionStage<StoreReading> store(RunId run) {
        return inWords(client.store(run));
    }

    /** Has what fails say why to the user. */
    private static <T> CompletableFuture<T> inWords(CompletableFuture<T> answer) {
        return answer.exceptionallyCompose(
                failure ->
                        CompletableFuture.failedFuture(
                                new AgentException(
                                        String.valueOf(launchFailed(failure).getMessage()),
                                        failure)));
    }

    /** Waits for the agent's answer; not to be called on a thread of this session. */
    @Override
    public LogSource openLog(RunId run, int attempt, LocalRank localRank, LogStream stream)
            throws IOException {
        return SocketLog.open(client, new LogPlace(run, attempt, localRank, stream));
    }

    @Override
    public void close() {
        onThread(
                () -> {
                    closed = true;
                    listeners.clear();
                    disconnect();
                });
        client.close();
    }

    /** Does not wait for the next try, where one is awaited. */
    void tryNow() {
        onThread(
                () -> {
                    boolean waits = connection instanceof Connection.Reconnecting;
                    if (waits && stream.isEmpty()) connect();
                });
    }

    private void connect() {
        if (closed) return;
        tries++;
        named.clear();
        stream = Optional.of(client.followAgent(new Agent()));
    }

    private void connectUnlessTriedSince(int before) {
        if (tries == before) connect();
    }

    private void disconnect() {
        stream.ifPresent(Following::close);
        stream = Optional.empty();
        feeds.suspend();
        heard.forEach(RunFeed::close);
        launched.forEach((run, waiting) -> waiting.complete(run));
        launched.clear();
    }

    private void greet(AgentFacts agent) {
        facts = Optional.of(agent);
        named.addAll(agent.runs());
        agent.runs().forEach(feeds::add);
        feeds.keep(named);
        feeds.resume();
        heard.forEach(RunFeed::open);
        connection = new Connection.Connected();
        backoff.reset();
        change();
    }

    private void lose(ControlFailure why) {
        disconnect();
        Optional<String> over =
                why instanceof ControlFailure.Distrusted
                        ? Optional.of(String.valueOf(why.getMessage()))
                        : place.whyOver();
        if (over.isPresent()) {
            connection = new Connection.Lost(over.get());
        } else {
            Instant now = clock.instant();
            Duration pause = backoff.next();
            Instant since =
                    connection instanceof Connection.Reconnecting(var before, _, _) ? before : now;
            String because = String.valueOf(why.getMessage());
            connection = new Connection.Reconnecting(since, because, now.plus(pause));
            int before = tries;
            client.after(pause, () -> connectUnlessTriedSince(before));
        }
        told = true;
        change();
    }

    /** Tells it soon: what has come with the same bytes is told with it. */
    private void change() {
        if (changed) return;
        changed = true;
        onThread(this::tellAll);
    }

    private void tellAll() {
        changed = false;
        told = told || facts.isPresent() && feeds.isCaughtUp(facts.get().runs());
        if (!told) return;
        AgentSnapshot now = snapshot();
        for (Consumer<AgentSnapshot> listener : List.copyOf(listeners)) tell(listener, now);
        for (RunId run : List.copyOf(launched.keySet())) {
            if (!feeds.shows(run)) continue;
            Optional.ofNullable(launched.remove(run)).ifPresent(waiting -> waiting.complete(run));
        }
    }

    private AgentSnapshot snapshot() {
        return new AgentSnapshot(
                facts.map(AgentFacts::host).orElse(""),
                feeds.snapshots(),
                feeds.usage(),
                connection);
    }

    private static void tell(Consumer<AgentSnapshot> listener, AgentSnapshot now) {
        try {
            listener.accept(now);
        } catch (RuntimeException e) {
            LOG.error("A listener of an agent's session broke; the others go on.", e);
        }
    }

    private void onThread(Runnable action) {
        try {
            client.thread().execute(action);
        } catch (RejectedExecutionException _) {
            LOG.debug("a session that is closed was asked for something");
        }
    }

    /** One connection's worth of what the agent tells of itself. */
    private final class Agent implements AgentListener {
        private boolean over;

        @Override
        public void opened() {
            var _ =
                    client.facts()
                            .whenComplete(
                                    (agent, failure) -> {
                                        if (over) return;
                                        if (failure == null) meet(agent);
                                        else fail(failure);
                                    });
        }

        private void meet(AgentFacts agent) {
            try {
                greet(agent);
            } catch (IllegalArgumentException e) { // it claims what cannot be
                fail(e);
            }
        }

        private void fail(Throwable failure) {
            Throwable cause = Causes.of(failure);
            stream.ifPresent(Following::close);
            failed(
                    cause instanceof ControlFailure why
                            ? why
                            : new ControlFailure.Malformed(
                                    "the agent cannot be understood: " + cause));
        }

        @Override
        public void has(RunId run) {
            if (over) return;
            named.add(run);
            feeds.add(run);
        }

        @Override
        public void forgot(RunId run) {
            if (over) return;
            named.remove(run);
            feeds.remove(run);
        }

        @Override
        public void failed(ControlFailure why) {
            if (over) return;
            over = true;
            if (!closed) lose(why);
        }
    }

    /** What a feed of somebody's own tells. */
    private record Hearing(RunHearer hearer) implements RunFeed.Listener {
        @Override
        public void happened(NumberedEvent event, JobSnapshot now) {
            hearer.happened(event, now);
        }

        @Override
        public void measured() {
            // no event
        }

        @Override
        public void caughtUp() {
            // the hearer counts for itself
        }

        @Override
        public void absent(RunFeed feed) {
            hearer.absent();
        }
    }
}
