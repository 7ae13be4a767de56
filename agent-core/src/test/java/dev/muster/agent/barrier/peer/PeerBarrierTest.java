package dev.muster.agent.barrier.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.barrier.BarrierNews;
import dev.muster.agent.barrier.BarrierOutcome;
import dev.muster.agent.barrier.BarrierPhase;
import dev.muster.agent.barrier.Breach;
import dev.muster.agent.barrier.PeerBarrierSettings;
import dev.muster.agent.barrier.PeerId;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Participants on real sockets. */
@Timeout(120)
class PeerBarrierTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(500);

    /** So patient that a busy machine does not look like a departed participant. */
    private static final PeerBarrierSettings PATIENT =
            new PeerBarrierSettings(
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(60),
                    PeerBarrierSettings.OnDeparture.WAIT,
                    PeerBarrierSettings.Uses.MANY);

    @Test
    void twelve_pass_together_twenty_times() throws IOException {
        try (var peers =
                new PeersOnLoopback(PATIENT, IntStream.range(0, 12).map(i -> i * 7).toArray())
                        .openAll()) {
            for (int epoch = 1; epoch <= 20; epoch++) {
                var calls = enterAll(peers, LONG);

                assertThat(outcomes(calls)).allMatch(BarrierOutcome.Passed.class::isInstance);
            }
        }
    }

    @Test
    void nobody_passes_before_the_last_has_come() throws IOException {
        try (var peers = new PeersOnLoopback(PATIENT, 0, 1, 2, 3)) {
            var first = peers.open(0).enter(LONG);
            var second = peers.open(1).enter(LONG);
            var third = peers.open(2).enter(LONG);
            await().until(
                            () ->
                                    peers.sentences(0)
                                            .contains(
                                                    "epoch 1: 3 of 4 are here; missing: 3 (never"
                                                            + " connected)"));
            assertThat(first.isDone() || second.isDone() || third.isDone()).isFalse();

            var last = peers.open(3).enter(LONG);

            assertThat(outcomes(List.of(first, second, third, last)))
                    .allMatch(BarrierOutcome.Passed.class::isInstance);
        }
    }

    @Test
    void a_wait_that_runs_out_is_told_to_all_with_the_same_names() throws IOException {
        try (var peers = new PeersOnLoopback(PATIENT, 0, 1, 2, 3).openAll()) {
            var others = List.of(peers.get(1).enter(LONG), peers.get(3).enter(LONG));
            awaitSentence(peers, 0, "epoch 1: 2 of 4 are here; missing: 0, 2");

            var hasty = peers.get(0).enter(SHORT);

            Breach breach = breach(hasty);
            assertThat(breach.missing()).containsExactly(new PeerId(2));
            assertThat(breach.phase()).isEqualTo(BarrierPhase.ENTERED);
            assertThat(breach.because())
                    .matches("participant 0 gave up epoch 1 after [0-9.]+ s: 2 did not enter");
            assertThat(others).allSatisfy(other -> assertThat(breach(other)).isEqualTo(breach));
            assertThat(breach(peers.get(2).enter(LONG))).isEqualTo(breach);
        }
    }

    @Test
    void an_aborted_group_is_of_use_again_when_all_have_reset_it() throws IOException {
        try (var peers = new PeersOnLoopback(PATIENT, 0, 1, 2).openAll()) {
            var waiting = peers.get(0).enter(LONG);
            peers.get(2).abort("the learning rate was wrong");
            assertThat(breach(waiting).because()).isEqualTo("the learning rate was wrong");

            var resets = peers.all().stream().map(peer -> peer.reset(LONG)).toList();

            assertThat(outcomes(resets))
                    .allSatisfy(
                            outcome ->
                                    assertThat(outcome)
                                            .isInstanceOfSatisfying(
                                                    BarrierOutcome.Passed.class,
                                                    passed ->
                                                            assertThat(passed.generation())
                                                                    .isEqualTo(1)));
            assertThat(outcomes(enterAll(peers, LONG)))
                    .allMatch(BarrierOutcome.Passed.class::isInstance);
        }
    }

    @Test
    void one_who_goes_for_good_is_not_waited_for() throws IOException {
        try (var peers = new PeersOnLoopback(PATIENT, 0, 1, 2).openAll()) {
            assertThat(outcomes(enterAll(peers, LONG)))
                    .allMatch(BarrierOutcome.Passed.class::isInstance);
            var waiting = List.of(peers.get(0).enter(LONG), peers.get(1).enter(LONG));

            peers.get(2).close();

            assertThat(waiting)
                    .allSatisfy(
                            call -> {
                                assertThat(breach(call).cause()).isEqualTo(Breach.Cause.LEFT);
                                assertThat(breach(call).missing()).containsExactly(new PeerId(2));
                            });
        }
    }

    @Test
    void the_last_to_pass_hears_of_it_though_all_others_close_at_once() throws IOException {
        for (int i = 0; i < 10; i++) {
            try (var peers = new PeersOnLoopback(PATIENT, 0, 1, 2, 3).openAll()) {
                var calls =
                        peers.all().stream()
                                .map(
                                        peer ->
                                                peer.enter(LONG)
                                                        .thenApplyAsync(
                                                                outcome -> {
                                                                    peer.close();
                                                                    return outcome;
                                                                }))
                                .toList();

                assertThat(outcomes(calls)).allMatch(BarrierOutcome.Passed.class::isInstance);
            }
        }
    }

    @Test
    void one_who_comes_back_without_its_memory_needs_a_reset_and_says_so() throws IOException {
        try (var peers = new PeersOnLoopback(PATIENT, 0, 1, 2).openAll()) {
            assertThat(outcomes(enterAll(peers, LONG)))
                    .allMatch(BarrierOutcome.Passed.class::isInstance);
            peers.get(1).close();

            var back = peers.reopen(1);

            await().until(
                            () ->
                                    peers.news(0).stream()
                                            .anyMatch(BarrierNews.Broken.class::isInstance));
            await().until(
                            () ->
                                    peers.news(2).stream()
                                            .anyMatch(BarrierNews.Broken.class::isInstance));
            assertThat(breach(back.enter(LONG)).generation()).isZero();
            var resets = peers.all().stream().map(peer -> peer.reset(LONG)).toList();
            assertThat(outcomes(resets)).allMatch(BarrierOutcome.Passed.class::isInstance);
            assertThat(outcomes(enterAll(peers, LONG)))
                    .allMatch(BarrierOutcome.Passed.class::isInstance);
        }
    }

    @Test
    void calls_from_many_threads_are_one_call_at_a_time() throws IOException, InterruptedException {
        try (var peers = new PeersOnLoopback(PATIENT, 0, 1).openAll()) {
            var refused = new AtomicInteger();
            var passed = new AtomicInteger();
            var threads =
                    IntStream.range(0, 8)
                            .mapToObj(
                                    _ ->
                                            Thread.ofVirtual()
                                                    .start(
                                                            () ->
                                                                    count(
                                                                            peers.get(0),
                                                                            refused,
                                                                            passed)))
                            .toList();
            await().until(() -> refused.get() == 7);

            var other = peers.get(1).await(LONG);

            for (Thread thread : threads) thread.join();
            assertThat(other).isInstanceOf(BarrierOutcome.Passed.class);
            assertThat(passed.get()).isEqualTo(1);
        }
    }

    @Test
    void a_closed_barrier_refuses() throws IOException, InterruptedException {
        try (var peers = new PeersOnLoopback(PATIENT, 0)) {
            var barrier = peers.open(0);
            assertThat(barrier.await(LONG)).isInstanceOf(BarrierOutcome.Passed.class);
            barrier.close();

            assertThat(barrier.await(LONG))
                    .isEqualTo(new BarrierOutcome.Refused("the barrier is closed"));
        }
    }

    /** 4,950 connections, both ends of each in this process; so the heartbeats are rare. */
    @Test
    @Tag("proof")
    @Timeout(400)
    void a_hundred_pass_together() throws IOException {
        var rarely =
                new PeerBarrierSettings(
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(100),
                        PeerBarrierSettings.OnDeparture.WAIT,
                        PeerBarrierSettings.Uses.MANY);
        int[] ids = IntStream.range(0, 100).toArray();
        try (var peers = new PeersOnLoopback(rarely, ids).openAll()) {
            for (int epoch = 1; epoch <= 3; epoch++) {
                assertThat(outcomes(enterAll(peers, LONG.multipliedBy(2))))
                        .allMatch(BarrierOutcome.Passed.class::isInstance);
            }
        }
    }

    private static void count(PeerBarrier barrier, AtomicInteger refused, AtomicInteger passed) {
        try {
            switch (barrier.await(LONG)) {
                case BarrierOutcome.Refused _ -> refused.incrementAndGet();
                case BarrierOutcome.Passed _ -> passed.incrementAndGet();
                case BarrierOutcome.Broken _ -> {}
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitSentence(PeersOnLoopback peers, int id, String sentence) {
        await().atMost(Duration.ofSeconds(30)).until(() -> peers.sentences(id).contains(sentence));
    }

    private static List<CompletableFuture<BarrierOutcome>> enterAll(
            PeersOnLoopback peers, Duration timeout) {
        return peers.all().stream().map(peer -> peer.enter(timeout)).toList();
    }

    private static List<BarrierOutcome> outcomes(List<CompletableFuture<BarrierOutcome>> calls) {
        return calls.stream().map(CompletableFuture::join).toList();
    }

    private static Breach breach(CompletableFuture<BarrierOutcome> call) {
        assertThat(call.join()).isInstanceOf(BarrierOutcome.Broken.class);
        return ((BarrierOutcome.Broken) call.join()).breach();
    }
}
