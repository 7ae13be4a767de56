package dev.muster.agent.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.barrier.BarrierPhase;
import dev.muster.agent.barrier.Breach;
import dev.muster.agent.barrier.PeerBarrierEffect;
import dev.muster.agent.barrier.PeerBarrierInput;
import dev.muster.agent.barrier.PeerBarrierRules;
import dev.muster.agent.barrier.PeerBarrierSettings;
import dev.muster.agent.barrier.PeerGroup;
import dev.muster.agent.barrier.PeerId;
import dev.muster.agent.barrier.Position;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What DI-engine's own tests do, and more: two barriers a step, two steps, and one to five seconds
 * of work before each (elastic-agent §6.4).
 */
class PeerBarrierTopologiesTest {
    private static final int CALLS = 4;
    private static final int[] FOUR = {0, 1, 2, 3};

    /** Who can reach whom. */
    static Stream<Arguments> topologies() {
        BiPredicate<Integer, Integer> all = (_, _) -> true;
        BiPredicate<Integer, Integer> star = (low, _) -> low == 0;
        BiPredicate<Integer, Integer> chain = (low, high) -> high - low == 1;
        return Stream.of(
                Arguments.of("mesh of 4", FOUR, all),
                Arguments.of("star of 4", FOUR, star),
                Arguments.of("chain of 4", FOUR, chain),
                Arguments.of("large ids", new int[] {5, 70, 1_000_000, Integer.MAX_VALUE}, all),
                Arguments.of("mesh of 100", IntStream.range(0, 100).toArray(), all));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("topologies")
    void everybody_passes_every_barrier_and_nobody_before_all_are_there(
            String name, int[] ids, BiPredicate<Integer, Integer> reaches) {
        var play = new Play(Duration.ofMillis(5), ids);
        for (int low : ids) {
            for (int high : ids) {
                if (low < high && !reaches.test(low, high)) play.sever(low, high);
            }
        }

        play.all(peer -> play.calls(peer, CALLS));
        play.runFor(Duration.ofMinutes(3));

        assertThat(play.passes)
                .as(name)
                .hasSize(ids.length)
                .allSatisfy((_, count) -> assertThat(count).isEqualTo(CALLS));
    }

    @Test
    void where_one_calls_a_barrier_fewer_it_finishes_and_the_others_time_out_for_it() {
        var play = new Play(Duration.ofMillis(5), FOUR);

        play.all(peer -> play.calls(peer, peer.id.value() == 2 ? CALLS - 1 : CALLS));
        play.runFor(Duration.ofMinutes(3));

        assertThat(play.passes.values()).containsOnly(CALLS - 1);
        assertThat(play.breaches).containsOnlyKeys(new PeerId(0), new PeerId(1), new PeerId(3));
        assertThat(play.breaches.values())
                .allSatisfy(
                        breach -> {
                            assertThat(breach.cause()).isEqualTo(Breach.Cause.TIMED_OUT);
                            assertThat(breach.missing()).containsExactly(new PeerId(2));
                            assertThat(breach.phase()).isEqualTo(BarrierPhase.ENTERED);
                        });
    }

    @Test
    void the_group_is_of_use_again_after_a_time_out_when_all_have_reset_it() {
        var play = new Play(Duration.ofMillis(5), FOUR);
        play.all(peer -> play.calls(peer, peer.id.value() == 2 ? 0 : 1));
        play.runFor(Duration.ofMinutes(1));
        assertThat(play.breaches).hasSize(3);

        play.all(peer -> peer.on(new PeerBarrierInput.Reset(Play.PATIENCE)));
        play.runFor(Duration.ofSeconds(1));
        play.all(peer -> play.calls(peer, CALLS));
        play.runFor(Duration.ofMinutes(3));

        assertThat(play.passes.values()).containsOnly(1 + CALLS);
        assertThat(play.peers)
                .allSatisfy(
                        peer ->
                                assertThat(peer.state().at())
                                        .isEqualTo(new Position(1, CALLS, BarrierPhase.PASSED)));
    }

    @Test
    void whoever_crashes_between_the_phases_is_named_with_the_second_by_all() {
        var play = new Play(Duration.ofMillis(100), FOUR);
        play.all(peer -> peer.on(new PeerBarrierInput.Enter(Play.PATIENCE)));

        play.peers.get(3).crash();
        play.runFor(Duration.ofMinutes(1));

        assertThat(play.breaches).containsOnlyKeys(new PeerId(0), new PeerId(1), new PeerId(2));
        assertThat(play.breaches.values())
                .allSatisfy(
                        breach -> {
                            assertThat(breach.missing()).containsExactly(new PeerId(3));
                            assertThat(breach.phase()).isEqualTo(BarrierPhase.INFORMED);
                        });
    }

    @Test
    void a_report_is_exact_though_some_cannot_reach_those_who_are_there() {
        var play = new Play(Duration.ofMillis(5), 0, 1, 2, 3, 4);
        play.sever(0, 3);
        play.sever(0, 4);

        play.all(peer -> play.calls(peer, peer.id.value() == 2 ? 0 : 1));
        play.runFor(Duration.ofMinutes(1));

        assertThat(play.breaches).hasSize(4);
        assertThat(play.breaches.values())
                .allSatisfy(breach -> assertThat(breach.missing()).containsExactly(new PeerId(2)));
    }

    @Test
    void one_that_joins_late_is_waited_for() {
        var play = new Play(Duration.ofMillis(5), FOUR);
        var late = play.peers.get(3);
        late.crash();
        play.peers.subList(0, 3).forEach(peer -> play.calls(peer, 1));
        play.runFor(Duration.ofSeconds(15));
        assertThat(play.passes).isEmpty();

        late.begin();
        play.calls(late, 1);
        play.runFor(Duration.ofSeconds(15));

        assertThat(play.passes.values()).containsExactly(1, 1, 1, 1);
    }

    /** One group at work. Nothing is lost; what takes time takes at most {@code delay}. */
    private static final class Play implements SimulatedPeer.Listener {
        static final Duration PATIENCE = Duration.ofSeconds(30);

        final List<SimulatedPeer> peers = new ArrayList<>();
        final Map<PeerId, Integer> passes = new HashMap<>();
        final Map<PeerId, Breach> breaches = new HashMap<>();
        private final Map<PeerId, Integer> left = new HashMap<>();
        private final World world = new World(7);
        private final SimulatedPeerNetwork network;

        Play(Duration delay, int... ids) {
            network =
                    new SimulatedPeerNetwork(world, new SimulatedPeerNetwork.Quality(delay, 0, 0));
            var group = PeerGroup.of("play", ids);
            for (PeerId id : group.members()) {
                var rules = new PeerBarrierRules(group, id, PeerBarrierSettings.DEFAULT);
                peers.add(new SimulatedPeer(rules, world, network, this));
            }
            peers.forEach(SimulatedPeer::begin);
            runFor(Duration.ofSeconds(1));
        }

        void sever(int a, int b) {
            network.sever(new PeerId(a), new PeerId(b));
        }

        void all(Consumer<SimulatedPeer> action) {
            peers.forEach(action);
        }

        void calls(SimulatedPeer peer, int count) {
            left.put(peer.id, count);
            work(peer);
        }

        void runFor(Duration length) {
            Instant end = world.instant().plus(length);
            world.runUntil(end, () -> {});
        }

        private void work(SimulatedPeer peer) {
            if (left.merge(peer.id, -1, Integer::sum) < 0) return;
            world.in(
                    Duration.ofSeconds(world.between(1, 5)),
                    () -> peer.on(new PeerBarrierInput.Enter(PATIENCE)));
        }

        @Override
        public void stepped(SimulatedPeer peer, PeerBarrierRules.Step step) {}

        @Override
        public void ended(SimulatedPeer peer, PeerBarrierEffect effect) {
            switch (effect) {
                case PeerBarrierEffect.Pass(var generation, var epoch, _) -> {
                    var entered = new Position(generation, epoch, BarrierPhase.ENTERED);
                    assertThat(peers)
                            .allSatisfy(
                                    each ->
                                            assertThat(each.state().at())
                                                    .isGreaterThanOrEqualTo(entered));
                    passes.merge(peer.id, 1, Integer::sum);
                    work(peer);
                }
                case PeerBarrierEffect.Fail(var breach) -> breaches.put(peer.id, breach);
                default -> throw new AssertionError(effect);
            }
        }
    }
}
