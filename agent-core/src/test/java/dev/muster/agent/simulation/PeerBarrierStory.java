package dev.muster.agent.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.barrier.BarrierNews;
import dev.muster.agent.barrier.BarrierPhase;
import dev.muster.agent.barrier.Breach;
import dev.muster.agent.barrier.PeerBarrierEffect;
import dev.muster.agent.barrier.PeerBarrierInput;
import dev.muster.agent.barrier.PeerBarrierRules;
import dev.muster.agent.barrier.PeerBarrierSettings;
import dev.muster.agent.barrier.PeerBarrierSettings.OnDeparture;
import dev.muster.agent.barrier.PeerGroup;
import dev.muster.agent.barrier.PeerId;
import dev.muster.agent.barrier.Position;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Participants that call a barrier again and again, with a reset whenever it broke, in a world that
 * is bad for three minutes and good for two more.
 */
final class PeerBarrierStory implements SimulatedPeer.Listener {
    private static final Duration BAD_TIMES = Duration.ofMinutes(3);
    private static final Duration GOOD_TIMES = Duration.ofMinutes(2);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    final List<String> told = new ArrayList<>();
    private final World world;
    private final Instant badUntil;
    private final SimulatedPeerNetwork network;
    private final PeerGroup group;
    private final List<SimulatedPeer> peers = new ArrayList<>();
    private final Map<Position, Set<PeerId>> been = new HashMap<>();
    private final Map<PeerId, Position> lastPassed = new HashMap<>();
    private final Set<PeerId> passedInGoodTimes = new HashSet<>();

    PeerBarrierStory(long seed, int least, int most) {
        world = new World(seed);
        badUntil = world.instant().plus(BAD_TIMES);
        var quality =
                new SimulatedPeerNetwork.Quality(
                        Duration.ofMillis(world.between(0, 1500)),
                        world.between(0, 3) * 0.02,
                        world.between(0, 3) * 0.05);
        network = new SimulatedPeerNetwork(world, quality);
        int stride = world.between(1, 400_000_000 / most);
        int size = world.between(least, most);
        group =
                new PeerGroup(
                        "story",
                        IntStream.range(0, size).mapToObj(i -> new PeerId(i * stride)).toList());
        var settings =
                new PeerBarrierSettings(
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(6),
                        world.chance(0.5) ? OnDeparture.WAIT : OnDeparture.BREAK,
                        PeerBarrierSettings.Uses.MANY);
        for (PeerId id : group.members()) {
            peers.add(
                    new SimulatedPeer(
                            new PeerBarrierRules(group, id, settings), world, network, this));
        }
    }

    void run() {
        for (SimulatedPeer peer : peers) {
            world.in(world.within(Duration.ofSeconds(30)), () -> live(peer));
        }
        if (world.chance(0.7)) badThingsHappen();
        world.at(
                badUntil,
                () -> {
                    network.become(new SimulatedPeerNetwork.Quality(Duration.ofMillis(20), 0, 0));
                    network.mendAll();
                });
        world.runUntil(badUntil.plus(GOOD_TIMES), this::check);

        assertThat(passedInGoodTimes)
                .as("who got on when all was well")
                .containsAll(group.members());
    }

    private void badThingsHappen() {
        for (int i = world.between(1, 6); i > 0; i--) {
            SimulatedPeer victim = peers.get(world.between(0, peers.size() - 1));
            SimulatedPeer other = peers.get(world.between(0, peers.size() - 1));
            Instant when = world.instant().plus(world.within(BAD_TIMES));
            switch (world.between(0, 4)) {
                case 0 -> world.at(when, () -> die(victim, true));
                case 1 -> world.at(when, () -> die(victim, false));
                case 2 -> world.at(when, () -> victim.on(new PeerBarrierInput.Abort("tired")));
                case 3 -> world.at(when, () -> victim.on(new PeerBarrierInput.Reset(PATIENCE)));
                default -> {
                    if (victim != other) world.at(when, () -> network.sever(victim.id, other.id));
                }
            }
        }
    }

    private void die(SimulatedPeer victim, boolean seen) {
        if (!victim.isAlive()) return;
        if (seen) victim.crash();
        else victim.freeze();
        lastPassed.remove(victim.id);
        world.in(world.within(Duration.ofSeconds(40)), () -> live(victim));
    }

    private void live(SimulatedPeer peer) {
        if (peer.isAlive()) return;
        peer.begin();
        callLater(peer);
    }

    private void callLater(SimulatedPeer peer) {
        long life = peer.life();
        world.in(
                world.within(Duration.ofSeconds(5)),
                () -> {
                    if (peer.life() != life || peer.state().isWaiting()) return;
                    peer.on(
                            peer.state().isBroken()
                                    ? new PeerBarrierInput.Reset(PATIENCE)
                                    : new PeerBarrierInput.Enter(PATIENCE));
                });
    }

    @Override
    public void stepped(SimulatedPeer peer, PeerBarrierRules.Step step) {
        Position at = step.next().at();
        been.computeIfAbsent(at, _ -> new HashSet<>()).add(peer.id);
        if (at.phase() == BarrierPhase.PASSED) { // in one step for a group of one
            been.computeIfAbsent(with(at, BarrierPhase.INFORMED), _ -> new HashSet<>())
                    .add(peer.id);
        }
        if (at.phase() != BarrierPhase.ENTERED) {
            been.computeIfAbsent(with(at, BarrierPhase.ENTERED), _ -> new HashSet<>()).add(peer.id);
        }
        for (PeerBarrierEffect effect : step.effects()) {
            if (effect instanceof PeerBarrierEffect.Tell(BarrierNews.Broken(var breach, _)))
                broke(peer, breach);
        }
        told.add(step.because());
    }

    @Override
    public void ended(SimulatedPeer peer, PeerBarrierEffect effect) {
        if (effect instanceof PeerBarrierEffect.Pass(var generation, var epoch, _)) {
            passed(peer, new Position(generation, epoch, BarrierPhase.PASSED));
        }
        callLater(peer);
    }

    /** Nobody passes before everybody entered, and knew that everybody had. */
    private void passed(SimulatedPeer peer, Position at) {
        assertThat(been.get(with(at, BarrierPhase.ENTERED))).containsAll(group.members());
        assertThat(been.get(with(at, BarrierPhase.INFORMED))).containsAll(group.members());
        Position before = lastPassed.put(peer.id, at);
        if (before != null) {
            boolean next =
                    at.generation() == before.generation() && at.epoch() == before.epoch() + 1;
            boolean anew = at.generation() > before.generation() && at.epoch() == 0;
            assertThat(next || anew).as("%s after %s", at, before).isTrue();
        }
        if (world.instant().isAfter(badUntil)) passedInGoodTimes.add(peer.id);
    }

    /** Whoever is reported by whom it timed out for includes all who truly were not there. */
    private void broke(SimulatedPeer peer, Breach breach) {
        if (breach.cause() != Breach.Cause.TIMED_OUT || !breach.origin().equals(peer.id)) return;
        var truly = new TreeSet<>(group.members());
        truly.removeAll(
                been.getOrDefault(
                        new Position(breach.generation(), breach.epoch(), breach.phase()),
                        Set.of()));
        assertThat(breach.missing()).containsAll(truly).doesNotContain(peer.id).isNotEmpty();
    }

    private void check() {
        for (SimulatedPeer peer : peers) {
            if (peer.isAlive() && peer.state().isWaiting() && peer.state().isBroken()) {
                throw new AssertionError("%s waits for what is broken".formatted(peer.id));
            }
        }
    }

    private static Position with(Position at, BarrierPhase phase) {
        return new Position(at.generation(), at.epoch(), phase);
    }
}
