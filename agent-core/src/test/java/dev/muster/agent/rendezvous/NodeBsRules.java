package dev.muster.agent.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;

import static java.time.Duration.ofSeconds;

import dev.muster.agent.rendezvous.RendezvousEffect.CompareSet;
import dev.muster.agent.rendezvous.RendezvousInput.Confirmed;
import dev.muster.agent.rendezvous.RendezvousInput.Read;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Node b, of two to three, before the states that others left; and what it writes or says then. */
abstract class NodeBsRules {
    static final Node A = new Node("a", 1, 0);
    static final Node B = new Node("b", 1, 0);
    static final Node C = new Node("c", 1, 0);
    static final Node D = new Node("d", 1, 0);
    static final Instant WALL = Instant.parse("2026-01-01T00:00:00Z");
    static final Moment NOW = new Moment(WALL, ofSeconds(1_000));
    static final Duration JOIN_BY = ofSeconds(1_500);

    /** From two to three nodes; this node is b. */
    final RendezvousRules rules =
            new RendezvousRules(
                    B,
                    new RendezvousSettings(
                            "run",
                            2,
                            3,
                            RendezvousTimeouts.DEFAULT,
                            ofSeconds(5),
                            3,
                            NodeLossPolicy.REFORM));

    static Standing joining() {
        return Standing.START.with(new Seat.Joining(JOIN_BY));
    }

    Standing joined(RendezvousState state) {
        var asked = rules.on(joining(), new Read(state), NOW);
        return rules.on(asked.next(), new Confirmed(state.round(), state.participants()), NOW)
                .next();
    }

    /** One look per second, in which nothing changes. */
    RendezvousRules.Step looking(
            Standing from, RendezvousState state, int firstSecond, int lastSecond) {
        var step = rules.on(from, new Read(state), after(ofSeconds(firstSecond)));
        for (int second = firstSecond + 1; second <= lastSecond; second++) {
            step = rules.on(step.next(), new Read(state), after(ofSeconds(second)));
        }
        return step;
    }

    static Moment after(Duration time) {
        return new Moment(WALL.plus(time), NOW.uptime().plus(time));
    }

    RendezvousState change(Standing at, RendezvousState state, RendezvousChange change) {
        return change(at, state, NOW, change);
    }

    /** What is written, which must be this change. */
    RendezvousState change(
            Standing at, RendezvousState state, Moment now, RendezvousChange change) {
        var written = changeOf(rules.on(at, new Read(state), now));
        assertThat(written.change()).isEqualTo(change);
        return written.desired();
    }

    static CompareSet changeOf(RendezvousRules.Step step) {
        assertThat(step.effects().getLast()).as(step.because()).isInstanceOf(CompareSet.class);
        return (CompareSet) step.effects().getLast();
    }

    static RendezvousState gathering(Node... nodes) {
        return state(0, false, nodes);
    }

    static RendezvousState complete(long round, Node... nodes) {
        return state(round, true, nodes);
    }

    static RendezvousState state(long round, boolean complete, Node... nodes) {
        var participants = new TreeMap<Node, Integer>();
        var beats = new TreeMap<Node, Instant>();
        for (Node node : nodes) {
            participants.put(node, complete ? participants.size() : 0);
            beats.put(node, WALL);
        }
        return new RendezvousState(
                round, complete, Optional.empty(), false, participants, Set.of(), Set.of(), beats);
    }

    static RendezvousState lastCall(RendezvousState state) {
        return with(state, Optional.of(WALL.plusSeconds(30)), false, Set.of(), Set.of());
    }

    static RendezvousState with(
            RendezvousState state,
            Optional<Instant> deadline,
            boolean closed,
            Set<Node> waiting,
            Set<Node> spares) {
        var beats = new TreeMap<>(state.lastHeartbeats());
        waiting.forEach(node -> beats.put(node, WALL));
        spares.forEach(node -> beats.put(node, WALL));
        return new RendezvousState(
                state.round(),
                state.complete(),
                deadline,
                closed,
                state.participants(),
                waiting,
                spares,
                beats);
    }

    /** The same with everybody's heartbeat renewed. */
    static RendezvousState beating(RendezvousState state, Moment now) {
        var beats = new TreeMap<>(state.lastHeartbeats());
        beats.replaceAll((_, _) -> now.wall());
        return state.withHeartbeats(beats);
    }
}
