package dev.muster.agent.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.NodeLossPolicy;
import dev.muster.agent.rendezvous.RendezvousEffect;
import dev.muster.agent.rendezvous.RendezvousInput.AskClose;
import dev.muster.agent.rendezvous.RendezvousInput.AskJoin;
import dev.muster.agent.rendezvous.RendezvousInput.AskLeave;
import dev.muster.agent.rendezvous.RendezvousRules;
import dev.muster.agent.rendezvous.RendezvousSettings;
import dev.muster.agent.rendezvous.RendezvousTimeouts;
import dev.muster.agent.rendezvous.Seat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Ours and torchrun's agents in one rendezvous. Nodes come, crash and have failing workers for a
 * while; then there must be one round with all of them in it. There is a place for everybody: with
 * more nodes than places, torchrun's own may start full rounds anew for each other for ever.
 */
final class MixedStory implements SimulatedNode.Listener {
    private static final Duration TROUBLE = ofSeconds(60);
    private static final Duration ARRIVALS = ofSeconds(20);
    private static final Duration STOPPING_WORKERS = ofSeconds(3);

    /** As far as torchrun asks clocks to agree. */
    private static final Duration SKEW = ofSeconds(2);

    final World world;
    final RendezvousSettings settings;
    private final SimulatedRendezvousStore store = new SimulatedRendezvousStore();
    private final RendezvousNetwork network;
    private final RendezvousInvariants invariants;
    private final List<SimulatedNode> ours = new ArrayList<>();
    private final List<SimulatedTorchrun> theirs = new ArrayList<>();
    private final List<String> told = new ArrayList<>();

    MixedStory(long seed) {
        world = new World(seed);
        int count = world.between(2, 6);
        int min = world.between(1, count);
        int max = count + world.between(0, 2);
        settings =
                new RendezvousSettings(
                        "run",
                        min,
                        max,
                        new RendezvousTimeouts(
                                ofSeconds(200),
                                ofSeconds(world.between(1, 30)),
                                ofSeconds(30),
                                ofSeconds(5)),
                        ofSeconds(5),
                        3,
                        NodeLossPolicy.REFORM);
        network =
                new RendezvousNetwork(
                        world,
                        new RendezvousNetwork.Quality(
                                ofMillis(world.between(0, 50)), 0, ofMillis(1_000)));
        invariants = new RendezvousInvariants(settings, store);
        boolean oursFirst = world.chance(0.5);
        for (int k = 0; k < count; k++) {
            boolean ofOurs = k == 0 ? oursFirst : k == 1 ? !oursFirst : world.chance(0.5);
            world.in(world.within(ARRIVALS), () -> comes(ofOurs));
        }
        int faults = world.between(0, count + 2);
        for (int k = 0; k < faults; k++) world.in(world.within(TROUBLE), this::somethingHappens);
    }

    void run() {
        world.runUntil(world.instant().plus(TROUBLE).plus(ARRIVALS), this::check);
        Instant limit = world.instant().plusSeconds(600);
        while (!isSettled()) {
            assertThat(world.instant()).as("progress once faults stop\n%s", this).isBefore(limit);
            world.runUntil(world.instant().plusSeconds(1), this::check);
        }
    }

    /** Whoever's workers are done first ends the job for all, unless too few are left to work. */
    void close() {
        if (living().size() < settings.minNodes()) return;
        ours.stream()
                .filter(node -> node.isAlive() && node.seat() instanceof Seat.Joined)
                .forEach(node -> node.on(new AskClose()));
        theirs.forEach(SimulatedTorchrun::close);
        world.runUntil(world.instant().plusSeconds(60), this::check);
        assertThat(ours).as("ours went home\n%s", this).noneMatch(SimulatedNode::isAlive);
        assertThat(theirs).as("theirs went home\n%s", this).noneMatch(SimulatedTorchrun::isAlive);
    }

    private void check() {
        invariants.check(ours);
    }

    private void comes(boolean ofOurs) {
        if (living().size() == settings.maxNodes()) return;
        var name =
                new Node(
                        "n%03d".formatted(world.between(0, 999)),
                        100L + ours.size() + theirs.size(),
                        0);
        Duration skew = world.within(SKEW.multipliedBy(2)).minus(SKEW);
        if (!ofOurs) {
            theirs.add(new SimulatedTorchrun(name, settings, skew, world, store));
            return;
        }
        var node = new SimulatedNode(name, settings, skew, world, store, network, this);
        node.tellForeign(() -> theirs.stream().map(each -> each.name).collect(Collectors.toSet()));
        ours.add(node);
        node.on(new AskJoin());
    }

    private void somethingHappens() {
        boolean ofOurs = world.chance(0.5);
        if (ofOurs) {
            var alive = ours.stream().filter(SimulatedNode::isAlive).toList();
            if (alive.isEmpty()) return;
            var node = alive.get(world.between(0, alive.size() - 1));
            switch (world.between(0, 3)) {
                case 0 -> node.crash();
                case 1 -> node.on(new AskLeave());
                default -> node.on(new AskJoin()); // its workers failed
            }
        } else {
            var alive = theirs.stream().filter(SimulatedTorchrun::isAlive).toList();
            if (alive.isEmpty()) return;
            var node = alive.get(world.between(0, alive.size() - 1));
            if (world.chance(0.4)) node.crash();
            else node.restart();
        }
        if (world.chance(0.4)) world.in(world.within(ARRIVALS), () -> comes(ofOurs));
    }

    @Override
    public void said(SimulatedNode node, RendezvousRules.Step step) {
        assertThat(step.because()).isNotBlank();
    }

    @Override
    public void told(SimulatedNode node, RendezvousEffect effect) {
        told.add("%s %s %s".formatted(world.instant(), node.name, effect));
        switch (effect) {
            case RendezvousEffect.TellJoined joined -> invariants.joined(node.name, joined);
            case RendezvousEffect.Rejoin _ -> rejoins(node);
            case RendezvousEffect.TellWaiting(var waiting, _) -> {
                if (!waiting.isEmpty()) rejoins(node);
            }
            case RendezvousEffect.TellClosed _ -> node.on(new AskLeave());
            default -> {}
        }
    }

    /** What the agent does once it has stopped its workers, if it still is where it was. */
    private void rejoins(SimulatedNode node) {
        if (!(node.seat() instanceof Seat.Joined before)) return;
        world.in(
                world.within(STOPPING_WORKERS),
                () -> {
                    if (node.seat() instanceof Seat.Joined now && now.round() == before.round()) {
                        node.on(new AskJoin());
                    }
                });
    }

    private Set<Node> living() {
        var living = new HashSet<Node>();
        ours.stream().filter(SimulatedNode::isAlive).forEach(each -> living.add(each.name));
        theirs.stream().filter(SimulatedTorchrun::isAlive).forEach(each -> living.add(each.name));
        return living;
    }

    /** All that live are in the round. */
    private boolean isSettled() {
        var state = store.state();
        var all = living();
        if (all.size() < settings.minNodes()) return true; // they wait for more
        return !state.closed()
                && state.complete()
                && state.participants().keySet().equals(all)
                && ours.stream().filter(SimulatedNode::isAlive).allMatch(this::isAtRest)
                && theirs.stream().filter(SimulatedTorchrun::isAlive).allMatch(this::isAtRest);
    }

    private boolean isAtRest(SimulatedNode node) {
        var state = store.state();
        return node.seat() instanceof Seat.Joined joined
                && joined.round() == state.round()
                && joined.members().keySet().equals(state.participants().keySet())
                && !joined.moveOn();
    }

    private boolean isAtRest(SimulatedTorchrun node) {
        return node.isRunning() && node.round() == store.state().round();
    }

    @Override
    public String toString() {
        var text = new StringBuilder().append(settings).append('\n').append(store.state());
        for (var node : ours) {
            String living = node.isAlive() ? " alive " : " gone ";
            text.append("\nours ").append(node.name).append(living).append(node.seat());
        }
        for (var node : theirs) {
            String living = node.isRunning() ? " running " : node.isAlive() ? " alive " : " gone ";
            text.append("\ntorchrun ").append(node.name).append(living).append(node.round());
        }
        return text.append('\n').append(String.join("\n", told)).toString();
    }
}
