package dev.muster.agent.session;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.AgentEvent.RunAccepted;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.loop.AgentLoop;
import dev.muster.agent.observe.Look;
import dev.muster.agent.observe.OnlookerRules;
import dev.muster.agent.observe.Sighting;
import dev.muster.agent.rendezvous.Moment;
import dev.muster.agent.rendezvous.RendezvousException.CorruptState;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.c10d.C10dObserver;
import dev.muster.agent.rendezvous.c10d.C10dObserver.Sight;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreLost;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * A job of torchrun's agents, or of ours, seen through the store in which its nodes meet. It takes
 * no part and never writes: of the job it shows nodes, rounds and signs of life, and nothing of the
 * workers, which only their own agents know.
 *
 * <p>A store that is gone is sought again until this is closed.
 */
public final class ObserverSession implements AgentSession {
    private static final Duration LONGEST_CONNECTING = Duration.ofSeconds(5);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final String ONLY_WATCHES =
            "this is a view of a job through its store: it only watches, and changes nothing there";

    private final ObservedJob place;
    private final OnlookerRules rules;
    private final InstantSource clock;
    private final AgentLoop loop;
    private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
    private final List<Consumer<AgentSnapshot>> listeners = new CopyOnWriteArrayList<>();

    // on the loop's thread
    private final KeptEvents events;
    private final List<RunHearer> hearers = new ArrayList<>();
    private JobSnapshot job;
    private Sighting seen = Sighting.NOTHING;
    private Optional<C10dObserver> observer = Optional.empty();
    private Optional<StoreClient> client = Optional.empty();
    private Optional<CompletableFuture<StoreClient>> connecting = Optional.empty();
    private Duration pause = FIRST_PAUSE;

    private ObserverSession(ObservedJob place, OnlookerRules rules, InstantSource clock) {
        this.place = place;
        this.rules = rules;
        this.clock = clock;
        loop = new AgentLoop(clock);
        var first =
                new NumberedEvent(
                        1,
                        new RunAccepted(
                                clock.instant(),
                                place.run(),
                                place.spec(),
                                place.address(),
                                ProcessHandle.current().pid()));
        events = new KeptEvents(first);
        JobSnapshot begun = JobSnapshot.first(first);
        job = begun.seen(begun.phase(), "looking for the store at " + place.address());
    }

    /** Begins to look. */
    public static ObserverSession open(ObservedJob job, InstantSource clock) {
        return open(job, OnlookerRules.DEFAULT, clock);
    }

    static ObserverSession open(ObservedJob job, OnlookerRules rules, InstantSource clock) {
        var session = new ObserverSession(job, rules, clock);
        session.loop.start();
        session.loop.execute(session::connect);
        return session;
    }

    @Override
    public String title() {
        return "Store " + place.address();
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

    /** As far as the store tells them: rounds, nodes that come, go and fall silent. */
    @Override
    public Subscription hear(RunId run, RunHearer hearer) {
        loop.execute(
                () -> {
                    if (run.equals(place.run())) {
                        events.tell(hearer);
                        hearers.add(hearer);
                    } else {
                        hearer.absent();
                    }
                });
        return () -> loop.execute(() -> hearers.remove(hearer));
    }

    @Override
    public CompletionStage<RunId> launch(JobSpec spec) {
        return CompletableFuture.failedFuture(new LaunchFailed(ONLY_WATCHES));
    }

    @Override
    public CompletionStage<CommandOutcome> send(AgentCommand command) {
        return CompletableFuture.completedFuture(new CommandOutcome.Refused(ONLY_WATCHES));
    }

    @Override
    public LogSource openLog(RunId run, int attempt, LocalRank localRank, LogStream stream)
            throws IOException {
        throw new IOException(
                "what the workers print lies on their own machines; a store tells nothing of it");
    }

    /** Not to be called by a listener, for it waits until nobody is told anything any more. */
    @Override
    public void close() {
        loop.execute(
                () -> {
                    letGo();
                    loop.close();
                    over.complete(null);
                });
        over.join();
    }

    private AgentSnapshot snapshot() {
        return new AgentSnapshot(place.address(), List.of(job));
    }

    private void connect() {
        var address = InetSocketAddress.createUnresolved(place.host(), place.port());
        var trying = StoreClient.connectAsync(address, LONGEST_CONNECTING);
        connecting = Optional.of(trying);
        var _ = trying.whenComplete((fresh, failure) -> loop.execute(() -> tried(fresh, failure)));
    }

    private void tried(@Nullable StoreClient fresh, @Nullable Throwable failure) {
        connecting = Optional.empty();
        if (fresh == null) {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            lost(cause == null ? "no connection" : String.valueOf(cause.getMessage()));
            return;
        }
        client = Optional.of(fresh);
        var around = new C10dObserver.Surroundings(loop, loop, clock);
        observer =
                Optional.of(C10dObserver.watch(fresh, place.rendezvousId(), around, this::looked));
    }

    private void looked(Sight sight) {
        switch (sight) {
            case Sight.Nobody() -> take(new Look.Seen(RendezvousState.EMPTY));
            case Sight.Seen(var state, _) -> take(new Look.Seen(state));
            // what was unreadable and stays so has been said
            case Sight.Unchanged() ->
                    seen.state()
                            .filter(_ -> seen.trouble().isEmpty())
                            .ifPresent(state -> take(new Look.Seen(state)));
            case Sight.Obscured(var why) when why.getCause() instanceof StoreLost ->
                    lost(why.getMessage());
            case Sight.Obscured(CorruptState unreadable) ->
                    take(new Look.Unreadable(unreadable.getMessage()));
            case Sight.Obscured(var why) -> take(new Look.Unanswered(why.getMessage()));
        }
    }

    private void lost(String why) {
        letGo();
        take(new Look.Unanswered(why));
        loop.at(clock.instant().plus(pause), this::connect);
        Duration next = pause.multipliedBy(2);
        pause = next.compareTo(LONGEST_PAUSE) < 0 ? next : LONGEST_PAUSE;
    }

    private void letGo() {
        observer.ifPresent(C10dObserver::close);
        client.ifPresent(StoreClient::close);
        connecting.ifPresent(ObserverSession::giveUp);
        observer = Optional.empty();
        client = Optional.empty();
        connecting = Optional.empty();
    }

    private static void giveUp(CompletableFuture<StoreClient> trying) {
        boolean stopped = trying.cancel(false);
        if (!stopped && !trying.isCompletedExceptionally()) trying.join().close();
    }

    private void take(Look look) {
        if (!(look instanceof Look.Unanswered)) pause = FIRST_PAUSE;
        var now = new Moment(clock.instant(), Duration.ofNanos(System.nanoTime()));
        OnlookerRules.Step step = rules.on(seen, look, now);
        seen = step.next();
        JobSnapshot next = job;
        for (RendezvousEvent event : step.events()) {
            var numbered = new NumberedEvent(next.seq() + 1, event);
            next = next.after(numbered);
            tell(numbered, next);
        }
        next = next.seen(step.phase(), step.because());
        if (next.equals(job)) return;
        job = next;
        listeners.forEach(listener -> listener.accept(snapshot()));
    }

    private void tell(NumberedEvent event, JobSnapshot now) {
        events.add(event);
        for (RunHearer hearer : List.copyOf(hearers)) hearer.happened(event, now);
    }
}
