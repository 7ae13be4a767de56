package dev.muster.agent.fleet;

import dev.muster.agent.AgentException;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.fleet.FleetPlace.Kind;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.journal.KeptSpec;
import dev.muster.agent.loop.AgentLoop;
import dev.muster.agent.pairing.Role;
import dev.muster.agent.session.AgentSession;
import dev.muster.agent.session.AgentSnapshot;
import dev.muster.agent.session.Connection;
import dev.muster.agent.session.LaunchFailed;
import dev.muster.agent.session.LogSource;
import dev.muster.agent.session.RemoteSession;
import dev.muster.agent.session.ReplaySession;
import dev.muster.agent.session.RunHearer;
import dev.muster.agent.session.Subscription;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.store.StoreReading;

import java.io.IOException;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * All that somebody looks at, place by place, and as one session: what is asked of a run is asked
 * of the place that has it. Where two places have runs that are called the same, the one that is
 * {@link #lookAt looked at} is meant.
 *
 * <p>State, and calls of listeners: on the fleet's own thread.
 */
public final class Fleet implements AgentSession {
    /** The agent in this process. */
    public static final PlaceId OWN = new PlaceId("own");

    /** The run of the past that is looked at. */
    public static final PlaceId RECORDED = new PlaceId("recorded");

    private final String title;
    private final InstantSource clock;
    private final AgentLoop loop;
    private final List<Consumer<FleetSnapshot>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<String>> hearers = new CopyOnWriteArrayList<>();
    private final Map<PlaceId, FleetPlace> places = new ConcurrentHashMap<>();
    private final Map<RunId, JobSpec> launched = new ConcurrentHashMap<>();
    private volatile Launching launching =
            _ -> CompletableFuture.failedFuture(new LaunchFailed("nothing can be started here"));
    private volatile Optional<PastRuns> past = Optional.empty();
    private volatile Optional<RunAt> lookedAt = Optional.empty();
    private volatile FleetSnapshot latest = FleetSnapshot.EMPTY;
    private volatile boolean closed;

    // on the loop's thread
    private final Map<PlaceId, Member> members = new LinkedHashMap<>();
    private final List<String> unheard = new ArrayList<>();
    private Optional<String> preparing = Optional.empty();
    private boolean changed;

    /** A place, and what it told last. */
    private static final class Member {
        private final FleetPlace place;
        private AgentSnapshot now = new AgentSnapshot("", List.of());
        private boolean heard;
        private Optional<Instant> since = Optional.empty();

        Member(FleetPlace place) {
            this.place = place;
        }

        PlaceSnapshot snapshot() {
            AgentSession session = place.session();
            Optional<RemoteSession> far =
                    session instanceof RemoteSession remote
                            ? Optional.of(remote)
                            : Optional.empty();
            InstantSource time = since.<InstantSource>map(at -> () -> at).orElseGet(place::time);
            return new PlaceSnapshot(
                    place.id(),
                    place.kind(),
                    session.title(),
                    heard,
                    now,
                    time,
                    far.flatMap(RemoteSession::lack),
                    far.map(RemoteSession::role).orElse(Role.ADMIN));
        }
    }

    /** A fleet without a place, in which nothing can be started yet. */
    public Fleet(String title, InstantSource clock) {
        this.title = title;
        this.clock = clock;
        loop = new AgentLoop(clock);
        loop.start();
    }

    /** A fleet of one agent in this process. */
    public static Fleet of(AgentSession own, InstantSource clock) {
        var fleet = new Fleet(own.title(), clock);
        fleet.add(new FleetPlace(OWN, Kind.OWN, own, clock));
        fleet.launchBy(own::launch);
        return fleet;
    }

    public void launchBy(Launching way) {
        launching = way;
    }

    /** Where the logs of a run are found whose agent on this machine is gone. */
    public void remember(PastRuns runs) {
        past = Optional.of(runs);
    }

    /** Adds a place, instead of the one of that id; the fleet closes its session. */
    public void add(FleetPlace place) {
        Optional.ofNullable(places.put(place.id(), place)).ifPresent(before -> part(before));
        if (closed) {
            remove(place.id());
            return;
        }
        loop.execute(
                () -> {
                    var member = new Member(place);
                    members.put(place.id(), member);
                    change();
                });
        place.session().watch(now -> loop.execute(() -> heard(place, now)));
    }

    /** Leaves a place; only the agent in this process minds. */
    public void remove(PlaceId id) {
        Optional.ofNullable(places.remove(id)).ifPresent(this::part);
    }

    private void part(FleetPlace place) {
        loop.execute(
                () -> {
                    boolean isStillThere =
                            Optional.ofNullable(members.get(place.id()))
                                    .filter(member -> member.place == place)
                                    .isPresent();
                    if (isStillThere) members.remove(place.id());
                    change();
                });
        place.session().close();
    }

    /** The session of a place that is there. */
    public Optional<AgentSession> session(PlaceId id) {
        return Optional.ofNullable(places.get(id)).map(FleetPlace::session);
    }

    public FleetSnapshot snapshot() {
        return latest;
    }

    /** That run is meant when its name is. */
    public void lookAt(RunAt run) {
        lookedAt = Optional.of(run);
    }

    /** Says what is being done so that a run can be started; nothing, when it is. */
    void prepare(Optional<String> what) {
        loop.execute(
                () -> {
                    preparing = what;
                    change();
                });
    }

    /** Tells whoever listens a sentence; before anybody does, it is kept. */
    public void tell(String sentence) {
        loop.execute(
                () -> {
                    if (hearers.isEmpty()) unheard.add(sentence);
                    hearers.forEach(hearer -> hearer.accept(sentence));
                });
    }

    /** Hears the sentences that concern no run. */
    public Subscription hearSentences(Consumer<String> hearer) {
        loop.execute(
                () -> {
                    hearers.add(hearer);
                    unheard.forEach(hearer);
                    unheard.clear();
                });
        return () -> hearers.remove(hearer);
    }

    /** Hands over how all places stand at once, and after every change. Calls never overlap. */
    public Subscription watchPlaces(Consumer<FleetSnapshot> listener) {
        loop.execute(
                () -> {
                    listeners.add(listener);
                    listener.accept(latest);
                });
        return () -> listeners.remove(listener);
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public boolean simulated() {
        return places.values().stream().anyMatch(place -> place.session().simulated());
    }

    @Override
    public Subscription watch(Consumer<AgentSnapshot> listener) {
        return watchPlaces(fleet -> listener.accept(merged(fleet)));
    }

    private static AgentSnapshot merged(FleetSnapshot fleet) {
        var runs = new ArrayList<JobSnapshot>();
        var usage = new HashMap<RunId, RunUsage>();
        for (PlaceSnapshot place : fleet.places()) {
            runs.addAll(place.now().runs());
            usage.putAll(place.now().usage());
        }
        runs.sort(Comparator.comparing(JobSnapshot::startedAt));
        String host = fleet.places().stream().map(each -> each.now().host()).findFirst().orElse("");
        return new AgentSnapshot(host, runs, usage);
    }

    @Override
    public Subscription hear(RunId run, RunHearer hearer) {
        return owner(run)
                .map(session -> session.hear(run, hearer))
                .orElseGet(() -> AgentSession.super.hear(run, hearer));
    }

    @Override
    public Optional<ReplaySession> recording(RunId run) {
        return owner(run).flatMap(session -> session.recording(run));
    }

    @Override
    public CompletionStage<RunId> launch(JobSpec spec) {
        return launching
                .launch(spec)
                .thenApply(
                        run -> {
                            launched.put(run, spec);
                            return run;
                        });
    }

    /**
     * Starts the same once more, on the machine where it was, with the values of its variables:
     * those that were given here, or were kept on that machine.
     */
    @Override
    public CompletionStage<RunId> launchAgain(JobSnapshot run) {
        Optional<JobSpec> given = Optional.ofNullable(launched.get(run.run()));
        return place(run.run())
                .filter(place -> place.kind() == Kind.REMOTE || place.kind() == Kind.OBSERVED)
                .map(place -> place.session().launchAgain(run))
                .or(() -> given.map(this::launch))
                .orElseGet(() -> kept(run).thenCompose(this::launch));
    }

    /** What the run was started with, as far as that is known: see {@link #launchAgain}. */
    public CompletionStage<JobSpec> specOf(JobSnapshot run) {
        return Optional.ofNullable(launched.get(run.run()))
                .<CompletionStage<JobSpec>>map(CompletableFuture::completedFuture)
                .orElseGet(
                        () ->
                                isElsewhere(run)
                                        ? CompletableFuture.completedFuture(run.spec())
                                        : kept(run));
    }

    private boolean isElsewhere(JobSnapshot run) {
        return place(run.run())
                .filter(place -> place.kind() == Kind.REMOTE || place.kind() == Kind.OBSERVED)
                .isPresent();
    }

    private CompletionStage<JobSpec> kept(JobSnapshot run) {
        if (past.isEmpty()) return CompletableFuture.completedFuture(run.spec());
        return past.get()
                .spec(run.run())
                .handle((kept, broken) -> broken == null ? spec(kept) : specWithoutValues(run));
    }

    private JobSpec spec(KeptSpec kept) {
        if (!kept.withoutValue().isEmpty()) {
            tell(
                    "The values of %s were not kept; they are as they are set here."
                            .formatted(String.join(", ", kept.withoutValue())));
        }
        return kept.spec();
    }

    private JobSpec specWithoutValues(JobSnapshot run) {
        tell(
                "The variables that run %s was given cannot be read; they are as they are set here."
                        .formatted(run.run()));
        return run.spec();
    }

    @Override
    public CompletionStage<CommandOutcome> send(AgentCommand command) {
        return owner(command.run())
                .map(session -> session.send(command))
                .orElseGet(
                        () ->
                                CompletableFuture.completedFuture(
                                        new CommandOutcome.Refused(
                                                "there is no run " + command.run())));
    }

    @Override
    public CompletionStage<List<RankStack>> stacks(
            RunId run, Set<LocalRank> localRanks, boolean mayEnd) {
        return owner(run)
                .map(session -> session.stacks(run, localRanks, mayEnd))
                .orElseGet(() -> CompletableFuture.failedFuture(nowhere(run)));
    }

    @Override
    public CompletionStage<StoreReading> store(RunId run) {
        return owner(run)
                .map(session -> session.store(run))
                .orElseGet(() -> CompletableFuture.failedFuture(nowhere(run)));
    }

    private static AgentException nowhere(RunId run) {
        return new AgentException("there is no run " + run);
    }

    @Override
    public LogSource openLog(RunId run, int attempt, LocalRank localRank, LogStream stream)
            throws IOException {
        if (past.isPresent() && isGone(run)) {
            return past.get().openLog(run, attempt, localRank, stream);
        }
        return owner(run)
                .orElseThrow(() -> new IOException("there is no run " + run))
                .openLog(run, attempt, localRank, stream);
    }

    private boolean isGone(RunId run) {
        return owner(run).isPresent()
                && latest.places().stream()
                        .filter(place -> place.run(run).isPresent())
                        .allMatch(
                                place ->
                                        place.kind() == Kind.HERE
                                                && place.now().connection()
                                                        instanceof Connection.Lost);
    }

    /** The session of the place that has that run. */
    public Optional<AgentSession> owner(RunId run) {
        return place(run).map(FleetPlace::session);
    }

    private Optional<FleetPlace> place(RunId run) {
        return lookedAt.filter(at -> at.run().equals(run))
                .flatMap(at -> Optional.ofNullable(places.get(at.place())))
                .or(
                        () ->
                                latest.places().stream()
                                        .filter(place -> place.run(run).isPresent())
                                        .findFirst()
                                        .flatMap(
                                                each ->
                                                        Optional.ofNullable(
                                                                places.get(each.id()))));
    }

    /** Closes all sessions; the agent in this process stops its runs first. */
    @Override
    public void close() {
        closed = true;
        listeners.clear();
        hearers.clear();
        List.copyOf(places.keySet()).forEach(this::remove);
        loop.close();
    }

    private void heard(FleetPlace place, AgentSnapshot now) {
        Member member = members.get(place.id());
        if (member == null || member.place != place) return;
        member.heard = true;
        member.now = now;
        member.since =
                switch (now.connection()) {
                    case Connection.Connected _ -> Optional.empty();
                    case Connection.Reconnecting(var since, _, _) -> Optional.of(since);
                    case Connection.Lost _ -> member.since.or(() -> Optional.of(clock.instant()));
                };
        boolean isOver = place.kind() == Kind.HERE && now.connection() instanceof Connection.Lost;
        if (isOver && now.runs().isEmpty()) remove(place.id());
        else if (isOver) place.session().close(); // nothing more will come of it
        change();
    }

    /** Tells it soon: what was heard meanwhile is told with it. */
    private void change() {
        if (changed) return;
        changed = true;
        loop.execute(this::tellAll);
    }

    private void tellAll() {
        changed = false;
        var now =
                new FleetSnapshot(
                        members.values().stream()
                                .sorted(Comparator.comparing(member -> member.place.kind()))
                                .map(Member::snapshot)
                                .toList(),
                        preparing);
        latest = now;
        listeners.forEach(listener -> listener.accept(now));
    }
}
