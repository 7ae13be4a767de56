package dev.muster.agent.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.NodeLossPolicy;
import dev.muster.agent.rendezvous.RendezvousEffect;
import dev.muster.agent.rendezvous.RendezvousInput;
import dev.muster.agent.rendezvous.RendezvousInput.AskClose;
import dev.muster.agent.rendezvous.RendezvousInput.AskJoin;
import dev.muster.agent.rendezvous.RendezvousInput.AskLeave;
import dev.muster.agent.rendezvous.RendezvousRules;
import dev.muster.agent.rendezvous.RendezvousSettings;
import dev.muster.agent.rendezvous.RendezvousTimeouts;
import dev.muster.agent.rendezvous.Scaling;
import dev.muster.agent.rendezvous.Seat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Some nodes, their agents, and everything that can befall them for a while; then calm. */
final class RendezvousStory implements SimulatedNode.Listener {
    private static final Duration TROUBLE = ofSeconds(60);
    private static final Duration LONGEST_FAULT = ofSeconds(30);
    private static final Duration STOPPING_WORKERS = ofSeconds(3);

    /** Of more nodes than that, nobody could read the story. */
    private static final int FEW = 8;

    /** More than that show their lives, and hear of changes, more seldom, as one would have it. */
    private static final int MANY = 32;

    /** In a fleet: with one for each node, it would hardly get as far as a round. */
    private static final int MOST_FAULTS = 12;

    private static final List<NodeLossPolicy> POLICIES = List.of(NodeLossPolicy.values());

    /** Written out only where somebody reads it. */
    record Told(Instant at, Node node, RendezvousEffect effect) {
        @Override
        public String toString() {
            return "%s %s %s".formatted(at, node, effect);
        }
    }

    final World world;
    final List<Told> told = new ArrayList<>();
    final RendezvousSettings settings;
    private final SimulatedRendezvousStore store = new SimulatedRendezvousStore();
    private final RendezvousNetwork network;
    private final RendezvousInvariants invariants;
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final Optional<SimulatedLeases> leases;
    private final Optional<SimulatedHost> host;
    private final boolean skewed;
    private final Instant calmFrom;

    RendezvousStory(long seed, int leastNodes, int mostNodes) {
        this(seed, leastNodes, mostNodes, false, false);
    }

    /** Of nodes one of which serves the store. */
    static RendezvousStory withHost(long seed, int leastNodes, int mostNodes) {
        return new RendezvousStory(seed, leastNodes, mostNodes, false, true);
    }

    /** Of nodes that show that they live by leases. */
    static RendezvousStory withLeases(long seed, int leastNodes, int mostNodes) {
        return new RendezvousStory(seed, leastNodes, mostNodes, true, false);
    }

    /** Of a job that is given other numbers of nodes on its way. */
    static RendezvousStory withScaling(long seed, int leastNodes, int mostNodes) {
        var story = new RendezvousStory(seed, leastNodes, mostNodes);
        int times = story.world.between(1, 3);
        for (int k = 0; k < times; k++) {
            story.world.in(story.world.within(TROUBLE), () -> story.isScaled(mostNodes));
        }
        return story;
    }

    private RendezvousStory(
            long seed, int leastNodes, int mostNodes, boolean byLease, boolean hosted) {
        world = new World(seed);
        int count = world.between(leastNodes, mostNodes);
        int min = world.between(1, count);
        int max = world.between(min, count + 1);
        settings =
                new RendezvousSettings(
                        "run",
                        min,
                        max,
                        new RendezvousTimeouts(
                                ofSeconds(world.between(60, 200)),
                                ofSeconds(world.between(1, 30)),
                                ofSeconds(30),
                                ofSeconds(5)),
                        count > MANY ? ofSeconds(10) : ofSeconds(5),
                        count > MANY ? 2 : 3,
                        POLICIES.get(world.between(0, POLICIES.size() - 1)));
        skewed = world.chance(0.5);
        leases =
                byLease
                        ? Optional.of(new SimulatedLeases(world, settings.silenceLimit()))
                        : Optional.empty();
        host = hosted ? Optional.of(new SimulatedHost(world)) : Optional.empty();
        Duration news = ofMillis(count > MANY ? 2_000 : count > FEW ? 1_000 : 100);
        network =
                new RendezvousNetwork(
                        world,
                        new RendezvousNetwork.Quality(
                                slowest(count), world.between(0, 10) / 100., news));
        invariants = new RendezvousInvariants(settings, store);
        calmFrom = world.instant().plus(TROUBLE).plus(LONGEST_FAULT);
        world.at(
                calmFrom,
                () -> network.become(new RendezvousNetwork.Quality(slowest(count), 0, news)));
        for (int k = 0; k < count; k++) world.in(world.within(ofSeconds(20)), this::comes);
        int faults = world.between(0, count > MANY ? MOST_FAULTS : count + 2);
        for (int k = 0; k < faults; k++) world.in(world.within(TROUBLE), this::somethingHappens);
    }

    /** Lets the trouble pass and sees to it that all is well then. */
    void run() {
        Duration enough = settings.timeouts().join().plus(ofSeconds(300));
        Instant limit = calmFrom.plus(enough);
        world.runUntil(calmFrom, this::check);
        while (!isSettled()) {
            assertThat(world.instant()).as("progress once faults stop\n%s", this).isBefore(limit);
            world.runUntil(world.instant().plusSeconds(1), this::check);
            host.filter(SimulatedHost::isGoneForGood).ifPresent(_ -> comes());
        }
    }

    /** Ends the job, and sees everybody leave. */
    void close() {
        nodes.stream()
                .filter(node -> node.isAlive() && node.seat() instanceof Seat.Joined)
                .findFirst()
                .ifPresent(node -> node.on(new AskClose()));
        world.runUntil(world.instant().plusSeconds(60), this::check);
        host.filter(SimulatedHost::isGone).ifPresent(_ -> workersEndUnasked());
        assertThat(nodes).as("all went home\n%s", this).noneMatch(SimulatedNode::isAlive);
    }

    /** Whoever did not hear in time that the job is over runs on until its workers are done. */
    private void workersEndUnasked() {
        nodes.stream()
                .filter(node -> node.isAlive() && node.seat() instanceof Seat.Joined)
                .forEach(node -> node.on(new AskLeave()));
        world.runUntil(world.instant().plusSeconds(60), this::check);
    }

    /**
     * The more nodes write one value, the faster must each be: a write that is overtaken is lost.
     */
    private Duration slowest(int count) {
        return ofMillis(world.between(0, count > FEW ? 1_000 / count : 300));
    }

    private void check() {
        invariants.check(nodes);
    }

    private void isScaled(int mostNodes) {
        if (store.state().closed()) return;
        int min = world.between(1, mostNodes);
        var wanted = new Scaling(min, world.between(min, mostNodes + 1), "somebody");
        invariants.scaled(wanted);
        store.scale(wanted);
    }

    private void comes() {
        String address = "n%03d".formatted(world.between(0, 999));
        var skew = skewed ? clock() : Duration.ZERO;
        var name = new Node(address, 100L + nodes.size(), 0);
        var node = new SimulatedNode(name, settings, skew, world, store, network, this);
        nodes.add(node);
        leases.ifPresent(node::liveBy);
        host.ifPresent(store -> comesTo(store, node));
        node.on(new AskJoin());
    }

    /** Who comes to a machine where nobody serves the store does so at once. */
    private void comesTo(SimulatedHost store, SimulatedNode node) {
        node.servedBy(store);
        if (store.isGoneForGood() || world.chance(0.7)) store.mayServe(node);
        takesOver(node);
    }

    private boolean takesOver(SimulatedNode node) {
        boolean taken = host.filter(store -> store.takesOver(node)).isPresent();
        if (taken) {
            store.beginAnew();
            invariants.storeBeganAnew(nodes);
        }
        return taken;
    }

    /** A wall clock that is up to an hour wrong. */
    private Duration clock() {
        return world.within(ofSeconds(7_200)).minus(ofSeconds(3_600));
    }

    private void somethingHappens() {
        var candidates = nodes.stream().filter(SimulatedNode::isAlive).toList();
        if (candidates.isEmpty()) return;
        var node = candidates.get(world.between(0, candidates.size() - 1));
        switch (world.between(0, 11)) {
            case 0, 1 -> {
                node.crash();
                if (world.chance(0.7)) world.in(world.within(ofSeconds(20)), this::comes);
            }
            case 2, 3 -> node.freeze(world.within(LONGEST_FAULT));
            case 4, 5 -> network.cut(node.name.address(), world.within(LONGEST_FAULT));
            case 6, 7 -> node.act(() -> node.on(new AskJoin())); // its workers failed
            case 8 -> node.act(() -> node.on(new AskLeave()));
            case 9 -> node.turnClock(clock());
            case 10 -> {
                if (host.isPresent() || world.chance(0.7)) return;
                store.beginAnew();
                invariants.storeBeganAnew(nodes);
            }
            default -> comes();
        }
    }

    @Override
    public void said(SimulatedNode node, RendezvousRules.Step step) {
        if (step.because().isBlank()) throw new AssertionError("no reason for " + step);
    }

    @Override
    public void told(SimulatedNode node, RendezvousEffect effect) {
        if (nodes.size() <= FEW) told.add(new Told(world.instant(), node.name, effect));
        switch (effect) {
            case RendezvousEffect.TellJoined joined -> invariants.joined(node.name, joined);
            case RendezvousEffect.Rejoin _ -> answers(node, new AskJoin(), _ -> true);
            case RendezvousEffect.TellWaiting(var waiting, _) -> {
                if (waiting.isEmpty()) return;
                answers(node, new AskJoin(), joined -> !joined.waiting().isEmpty());
            }
            case RendezvousEffect.TellCrowded _ ->
                    answers(node, new AskJoin(), Seat.Joined::crowded);
            case RendezvousEffect.StopJob _ -> {
                if (node.seat() instanceof Seat.Joined) {
                    answers(node, new AskClose(), _ -> true);
                } else {
                    world.in(Duration.ZERO, () -> node.act(() -> node.on(new AskClose())));
                }
            }
            case RendezvousEffect.TakeOver _ -> {
                if (takesOver(node)) node.on(new RendezvousInput.Tick());
            }
            case RendezvousEffect.TellClosed _ -> answers(node, new AskLeave(), _ -> true);
            default -> {}
        }
    }

    /** What the agent does once it has stopped its workers, if it still is where it was. */
    private void answers(SimulatedNode node, RendezvousInput input, Predicate<Seat.Joined> still) {
        if (!(node.seat() instanceof Seat.Joined before)) return;
        world.in(
                world.within(STOPPING_WORKERS),
                () ->
                        node.act(
                                () -> {
                                    if (node.seat() instanceof Seat.Joined now
                                            && now.round() == before.round()
                                            && still.test(now)) {
                                        node.on(input);
                                    }
                                }));
    }

    private boolean isSettled() {
        var state = store.state();
        var alive = nodes.stream().filter(SimulatedNode::isAlive).toList();
        if (alive.isEmpty()) return true;
        var names = alive.stream().map(node -> node.name).toList();
        return !state.closed()
                && names.containsAll(state.participants().keySet())
                && alive.stream().allMatch(this::isAtRest);
    }

    private boolean isAtRest(SimulatedNode node) {
        var state = store.state();
        var scaled = settings.scaledTo(store.scalings().stream().reduce((_, last) -> last));
        int most = scaled.maxNodes();
        return switch (node.seat()) {
            case Seat.Joined joined ->
                    joined.round() == state.round()
                            && state.participants().containsKey(node.name)
                            && joined.waiting().isEmpty()
                            && state.participants().size() <= most
                            && !joined.moveOn();
            case Seat.Joining _ ->
                    state.redundancyList().contains(node.name)
                            && state.participants().size() >= most;
            default -> false;
        };
    }

    @Override
    public String toString() {
        var text = new StringBuilder().append(settings).append('\n').append(store.state());
        nodes.forEach(
                node ->
                        text.append('\n')
                                .append(node.name)
                                .append(node.isAlive() ? " alive " : " gone ")
                                .append(node.seat()));
        told.forEach(each -> text.append('\n').append(each));
        return text.toString();
    }
}
