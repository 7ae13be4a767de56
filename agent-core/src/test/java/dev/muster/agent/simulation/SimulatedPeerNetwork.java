package dev.muster.agent.simulation;

import dev.muster.agent.barrier.PeerBarrierInput;
import dev.muster.agent.barrier.PeerId;
import dev.muster.agent.barrier.PeerMessage;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * One connection for each pair, made again when it breaks. What a connection carries comes in
 * order; when it breaks, what is under way gets lost, or comes late, or comes twice, even after
 * what the next connection carries.
 */
final class SimulatedPeerNetwork {
    /**
     * How the world treats connections.
     *
     * @param delay the longest that a message takes
     * @param loss how often a message breaks the connection it is on
     * @param echo how often a message comes a second time, later
     */
    record Quality(Duration delay, double loss, double echo) {
        static final Quality PERFECT = new Quality(Duration.ZERO, 0, 0);
    }

    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final Duration LATE = Duration.ofSeconds(10);

    /** Two participants; the one with the lower id first. */
    private record Pair(PeerId low, PeerId high) {
        static Pair of(PeerId a, PeerId b) {
            return a.compareTo(b) < 0 ? new Pair(a, b) : new Pair(b, a);
        }
    }

    /** One connection, from when it is made until it breaks. */
    private static final class Wire {
        final SimulatedPeer low;
        final SimulatedPeer high;
        final long lowLife;
        final long highLife;
        final Map<PeerId, Instant> lastArrival = new HashMap<>();
        final Set<PeerId> told = new HashSet<>();
        boolean up = true;

        Wire(SimulatedPeer low, SimulatedPeer high) {
            this.low = low;
            this.high = high;
            lowLife = low.life();
            highLife = high.life();
        }

        SimulatedPeer otherThan(SimulatedPeer end) {
            return end == low ? high : low;
        }

        long lifeOf(SimulatedPeer end) {
            return end == low ? lowLife : highLife;
        }
    }

    private final World world;
    private final List<SimulatedPeer> peers = new ArrayList<>();
    private final Map<Pair, Wire> wires = new HashMap<>();
    private final Set<Pair> severed = new HashSet<>();
    private Quality quality;

    SimulatedPeerNetwork(World world, Quality quality) {
        this.world = world;
        this.quality = quality;
    }

    void become(Quality next) {
        quality = next;
    }

    /** For good, until mended. */
    void sever(PeerId a, PeerId b) {
        severed.add(Pair.of(a, b));
        Wire wire = wires.get(Pair.of(a, b));
        if (wire != null) breakDown(wire);
    }

    void mendAll() {
        severed.clear();
    }

    void appeared(SimulatedPeer peer) {
        if (!peers.contains(peer)) peers.add(peer);
        for (SimulatedPeer other : peers) {
            if (other != peer) connectLater(peer, other, quality.delay());
        }
    }

    void vanished(SimulatedPeer peer) {
        for (SimulatedPeer other : peers) {
            Wire wire = wires.get(Pair.of(peer.id, other.id));
            if (wire != null) breakDown(wire);
        }
    }

    void drop(SimulatedPeer peer, PeerId other) {
        Wire wire = wires.get(Pair.of(peer.id, other));
        if (wire != null) breakDown(wire);
    }

    void send(SimulatedPeer from, PeerId to, PeerMessage message) {
        Wire wire = wires.get(Pair.of(from.id, to));
        if (wire == null || !wire.up || wire.lifeOf(from) != from.life()) return;
        SimulatedPeer receiver = wire.otherThan(from);
        boolean breaks = quality.loss() > 0 && world.chance(quality.loss());
        boolean survives = !breaks || world.chance(0.5);
        if (survives) {
            boolean late = breaks;
            Instant arrival =
                    late ? world.instant().plus(world.within(LATE)) : inOrder(wire, receiver);
            world.at(arrival, () -> arrive(wire, from, receiver, message));
        }
        if (quality.echo() > 0 && world.chance(quality.echo())) {
            world.in(world.within(LATE), () -> arrive(wire, from, receiver, message));
        }
        if (breaks) breakDown(wire);
    }

    private Instant inOrder(Wire wire, SimulatedPeer receiver) {
        Instant soonest = world.instant().plus(world.within(quality.delay()));
        Instant last = wire.lastArrival.getOrDefault(receiver.id, soonest);
        Instant arrival = soonest.isBefore(last) ? last : soonest;
        wire.lastArrival.put(receiver.id, arrival);
        return arrival;
    }

    /** What an earlier life sent, or was sent, is not of this one: real connections see to that. */
    private void arrive(Wire wire, SimulatedPeer from, SimulatedPeer to, PeerMessage message) {
        if (wire.lifeOf(to) != to.life() || !to.isAlive()) return;
        Wire current = wires.get(Pair.of(from.id, to.id));
        boolean replaced =
                current != null
                        && current.told.contains(to.id)
                        && current.lifeOf(from) != wire.lifeOf(from);
        if (!replaced && wire.told.contains(to.id)) {
            to.on(new PeerBarrierInput.Received(from.id, message));
        }
    }

    private void connectLater(SimulatedPeer a, SimulatedPeer b, Duration most) {
        world.in(world.within(most), () -> connect(a, b));
    }

    private void connect(SimulatedPeer a, SimulatedPeer b) {
        Pair pair = Pair.of(a.id, b.id);
        Wire before = wires.get(pair);
        boolean stands =
                before != null
                        && before.up
                        && before.lifeOf(a) == a.life()
                        && before.lifeOf(b) == b.life();
        if (stands || !a.isAlive() || !b.isAlive()) return;
        if (severed.contains(pair)) {
            connectLater(a, b, RETRY);
            return;
        }
        if (before != null) breakDown(before);
        var wire = a.id.equals(pair.low()) ? new Wire(a, b) : new Wire(b, a);
        wires.put(pair, wire);
        tell(wire, wire.low, wire.high);
        tell(wire, wire.high, wire.low);
    }

    private void tell(Wire wire, SimulatedPeer end, SimulatedPeer other) {
        if (wires.get(Pair.of(end.id, other.id)) != wire || !wire.up) return;
        wire.told.add(end.id);
        end.on(new PeerBarrierInput.Connected(other.id, wire.lifeOf(other)));
    }

    private void breakDown(Wire wire) {
        if (!wire.up) return;
        wire.up = false;
        lost(wire, wire.low, wire.high);
        lost(wire, wire.high, wire.low);
        connectLater(wire.low, wire.high, RETRY);
    }

    private void lost(Wire wire, SimulatedPeer end, SimulatedPeer other) {
        world.in(
                world.within(quality.delay()),
                () -> {
                    Wire current = wires.get(Pair.of(end.id, other.id));
                    boolean mine = Objects.equals(current, wire) && wire.lifeOf(end) == end.life();
                    if (mine) end.on(new PeerBarrierInput.Disconnected(other.id));
                });
    }
}
