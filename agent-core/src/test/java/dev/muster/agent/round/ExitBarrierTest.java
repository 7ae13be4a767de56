package dev.muster.agent.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.store.HashStore;
import dev.muster.store.PrefixStore;
import dev.muster.store.collective.StoreBarrier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

@Timeout(60)
class ExitBarrierTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String MEMBERS = "torchelastic/agent/terminal_state/num_members";

    private final HashStore store = new HashStore();
    private final RoundStore round = MemoryRounds.of(store, 0);
    private final List<ExitBarrier.Roll> told = new ArrayList<>();

    @Test
    void the_last_to_come_lets_all_others_go() {
        var first = CompletableFuture.runAsync(() -> barrier(0, 3).pass(PATIENCE, _ -> {}));
        var second = CompletableFuture.runAsync(() -> barrier(1, 3).pass(PATIENCE, _ -> {}));

        barrier(2, 3).pass(PATIENCE, told::add);

        assertThat(first).succeedsWithin(PATIENCE);
        assertThat(second).succeedsWithin(PATIENCE);
        assertThat(told).isEmpty();
    }

    @Test
    void who_waits_says_for_whom_while_waiting() {
        var here = CompletableFuture.runAsync(() -> barrier(2, 4).pass(PATIENCE, _ -> {}));
        var waiting = new CompletableFuture<ExitBarrier.Roll>();
        var zero =
                CompletableFuture.runAsync(() -> barrier(0, 4).pass(PATIENCE, waiting::complete));

        var roll = waiting.join();
        barrier(1, 4).pass(PATIENCE, _ -> late(3));

        assertThat(roll.arrived()).isEqualTo(2);
        assertThat(roll.here()).containsExactly(0, 2);
        assertThat(roll.suspects()).containsExactly(1, 3);
        assertThat(zero).succeedsWithin(PATIENCE);
        assertThat(here).succeedsWithin(PATIENCE);
    }

    @Test
    void who_does_not_want_to_wait_any_longer_is_told_so() {
        assertThatThrownBy(() -> barrier(0, 2).pass(Duration.ofMillis(50), told::add))
                .isInstanceOf(RendezvousException.TimedOut.class)
                .hasMessage("the other nodes were not done within 0 s");
    }

    @Test
    void members_of_torchruns_pass_the_same_barrier_and_are_counted_but_not_known() {
        var part = new PrefixStore("job.0", store);
        var theirs =
                CompletableFuture.runAsync(
                        () ->
                                new StoreBarrier(
                                                "torchelastic/agent/terminal_state",
                                                3,
                                                Optional.empty())
                                        .pass(part, PATIENCE));
        var waiting = new CompletableFuture<ExitBarrier.Roll>();
        var ours =
                CompletableFuture.runAsync(() -> barrier(0, 3).pass(PATIENCE, waiting::complete));

        var roll = waiting.join();
        barrier(2, 3).pass(PATIENCE, _ -> {});

        assertThat(roll.arrived()).isEqualTo(2);
        assertThat(roll.suspects()).containsExactly(1, 2);
        assertThat(theirs).succeedsWithin(PATIENCE);
        assertThat(ours).succeedsWithin(PATIENCE);
    }

    @Test
    void torchruns_agents_that_fell_silent_here_are_known_by_their_number() {
        assertThatThrownBy(() -> barrier(3, 4).pass(Duration.ofMillis(1), told::add))
                .isInstanceOf(RendezvousException.TimedOut.class); // one of ours, and not the last
        round.add(MEMBERS, 1, PATIENCE); // one of torchrun's

        assertThat(barrier(0, 4).has(List.of(1))).isTrue();
        assertThat(barrier(0, 4).has(List.of(1, 3))).isTrue();
        assertThat(barrier(0, 4).has(List.of(1, 2))).isFalse();
    }

    @Test
    void one_of_ours_that_is_about_to_be_counted_does_not_hide_torchruns() {
        round.add("torchelastic/agent/terminal_state0/ARRIVALS", 1, PATIENCE);
        round.add(MEMBERS, 1, PATIENCE); // one of torchrun's
        var asked = CompletableFuture.supplyAsync(() -> barrier(0, 3).has(List.of(1)));

        round.add(MEMBERS, 1, PATIENCE);

        assertThat(asked).succeedsWithin(PATIENCE).isEqualTo(true);
    }

    @Test
    void who_takes_the_group_for_a_larger_one_keeps_nobody_waiting() {
        var smaller = CompletableFuture.runAsync(() -> barrier(0, 2).pass(PATIENCE, _ -> {}));
        await().until(() -> round.add(MEMBERS, 0, PATIENCE) == 1);

        barrier(1, 3).pass(PATIENCE, told::add);

        assertThat(smaller).succeedsWithin(PATIENCE);
    }

    private void late(int groupRank) {
        barrier(groupRank, 4).pass(PATIENCE, _ -> {});
    }

    private ExitBarrier barrier(int groupRank, int nodes) {
        return new ExitBarrier(round, groupRank, nodes);
    }
}
