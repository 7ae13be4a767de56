package dev.muster.store.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.store.HashStore;
import dev.muster.store.Store;
import dev.muster.store.StoreException;
import dev.muster.store.StoreTimeout;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

@Timeout(60)
class CollectivesTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration LONG = Duration.ofSeconds(50);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration TRACE = Duration.ofMillis(200);

    private final Store store = new HashStore();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void data_of_all_is_known_to_all_in_the_order_of_ranks() {
        var all =
                RankThreads.run(
                        List.of(3, 1, 0, 2),
                        rank ->
                                new StoreExchange("data", rank, 4)
                                        .synchronize(store, Value.of("of " + rank), SOON));

        assertThat(all.values())
                .hasSize(4)
                .allSatisfy(
                        values ->
                                assertThat(values)
                                        .isEqualTo(
                                                IntStream.range(0, 4)
                                                        .mapToObj(rank -> Value.of("of " + rank))
                                                        .toList()));
    }

    @Test
    void whose_data_does_not_come_is_told() {
        assertThatThrownBy(
                        () ->
                                new StoreExchange("data", 1, 4)
                                        .synchronize(store, Value.EMPTY, SHORT))
                .isInstanceOfSatisfying(
                        MissingRanks.class,
                        missing -> assertThat(missing.ranks()).containsExactly(0, 2, 3))
                .hasMessage(
                        "Timed out waiting for data on rank 1, for key prefix: data (world_size=4,"
                                + " missing_ranks=[0, 2, 3], timeout=0.3)");
    }

    @Test
    void rank_0_stays_until_all_others_have_taken_the_data() {
        store.set(Key.of("data1"), Value.EMPTY, SOON);

        assertThatThrownBy(
                        () ->
                                new StoreExchange("data", 0, 2)
                                        .synchronize(store, Value.EMPTY, SHORT))
                .isInstanceOf(StoreTimeout.class)
                .hasMessageEndingWith("keys: /data/finished/last_member");
    }

    @Test
    void a_barrier_is_passed_when_the_last_has_come() {
        RankThreads.run(
                List.of(0, 1, 2, 3),
                rank -> {
                    StoreBarrier.of("b", 4, rank).pass(store, SOON);
                    return "passed";
                });

        assertThat(store.listKeys(SOON))
                .containsExactlyInAnyOrder(Key.of("b/num_members"), Key.of("b/last_member"));
    }

    @Test
    void who_waits_at_a_barrier_hears_meanwhile_who_has_come() {
        var told = new CopyOnWriteArrayList<Attendance>();
        var zero = CompletableFuture.runAsync(() -> pass(0, 3, told::add));
        await().untilAsserted(
                        () ->
                                assertThat(told)
                                        .containsExactly(new Attendance(1, 3, List.of(1, 2))));

        var two = CompletableFuture.runAsync(() -> pass(2, 3, _ -> {}));
        await().untilAsserted(
                        () -> assertThat(told).last().isEqualTo(new Attendance(2, 3, List.of(1))));
        pass(1, 3, _ -> {});

        assertThat(CompletableFuture.allOf(zero, two)).succeedsWithin(LONG);
        assertThat(told).hasSize(2);
    }

    @Test
    void members_that_leave_no_rank_are_counted_among_those_unseen() {
        var told = new CopyOnWriteArrayList<Attendance>();
        var one = CompletableFuture.runAsync(() -> StoreBarrier.of("b", 3, 1).pass(store, LONG));
        var zero = CompletableFuture.runAsync(() -> pass(0, 3, told::add));

        await().untilAsserted(
                        () ->
                                assertThat(told)
                                        .last()
                                        .isEqualTo(new Attendance(2, 3, List.of(1, 2))));
        pass(2, 3, _ -> {});

        assertThat(CompletableFuture.allOf(zero, one)).succeedsWithin(LONG);
        assertThat(told.getLast().isCertain()).isFalse();
        assertThat(told.getLast().missing()).isEqualTo(1);
    }

    @Test
    void without_a_rank_who_waits_at_a_barrier_hears_how_many_have_come() {
        var told = new ArrayList<Attendance>();
        var barrier = new StoreBarrier("b", 2, Optional.empty());

        assertThatThrownBy(() -> barrier.pass(store, Duration.ofSeconds(1), told::add))
                .isExactlyInstanceOf(StoreTimeout.class);

        assertThat(told).containsExactly(new Attendance(1, 2, List.of()));
        assertThat(store.listKeys(SOON)).containsExactly(Key.of("b/num_members"));
    }

    @Test
    void who_hears_of_those_missing_learns_of_them_in_the_end_as_everybody_does() {
        var told = new ArrayList<Attendance>();
        var trace = RankTrace.of(0).withAtMost(TRACE);
        var barrier = new StoreBarrier("b", 2, Optional.of(trace));

        assertThatThrownBy(() -> barrier.pass(store, Duration.ofSeconds(1), told::add))
                .isInstanceOfSatisfying(
                        MissingRanks.class,
                        missing -> assertThat(missing.ranks()).containsExactly(1));
        assertThat(told).containsExactly(new Attendance(1, 2, List.of(1)));
    }

    @Test
    void a_prefix_that_was_used_before_is_refused() {
        new StoreBarrier("b", 1, Optional.empty()).pass(store, SOON);

        assertThatThrownBy(() -> new StoreBarrier("b", 1, Optional.empty()).pass(store, SOON))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "arrived at b: 2 (expected: <= 1); a key prefix is good for one meeting");
    }

    @Test
    void rank_0_names_who_is_missing_in_order_and_the_others_point_to_it() {
        var failures = failuresOf(List.of(4, 0, 2), 6, rank -> "Rank %d host".formatted(rank));

        assertThat(failures.get(0))
                .isEqualTo(
                        "Timed out waiting on barrier on rank 0, for key prefix: b (world_size=6,"
                                + " missing_ranks=[Rank 1 host, Rank 3 host, Rank 5 host],"
                                + " timeout=0.3)");
        assertThat(failures.get(4))
                .isEqualTo(
                        "Timed out waiting on barrier on rank 4, for key prefix: b (world_size=6,"
                                + " missing_ranks=[[<check rank 0 (Rank 0 host) for missing rank"
                                + " info>]], timeout=0.3)");
    }

    @Test
    void after_a_timeout_the_traces_of_those_who_came_and_the_gate_are_in_the_store() {
        failuresOf(List.of(0, 2), 4, Integer::toString);

        assertThat(store.listKeys(SOON))
                .containsExactlyInAnyOrder(
                        Key.of("b/num_members"),
                        Key.of("b0/TRACE"),
                        Key.of("b2/TRACE"),
                        Key.of("b/TRACING_GATE"));
    }

    @Test
    void a_missing_rank_0_is_named_like_any_other() {
        var failures = failuresOf(List.of(1, 3), 4, Integer::toString);

        assertThat(failures.get(1)).contains("missing_ranks=[0, 2]");
        assertThat(failures.get(3)).contains("missing_ranks=[0, 2]");
    }

    @Test
    void a_rank_0_that_came_late_and_still_waits_is_not_missing() {
        var late =
                CompletableFuture.delayedExecutor(SHORT.toMillis() * 5 / 6, TimeUnit.MILLISECONDS);
        var zero =
                CompletableFuture.supplyAsync(
                        () -> failuresOf(List.of(0), 3, Integer::toString), late);

        var failures = failuresOf(List.of(1), 3, Integer::toString);

        assertThat(failures.get(1)).contains("check rank 0");
        assertThat(zero.join().get(0)).contains("missing_ranks=[2]");
    }

    @Test
    void of_many_missing_the_first_are_named_and_the_rest_counted() {
        var failures = failuresOf(List.of(0), 40, Integer::toString);

        assertThat(failures.get(0)).contains("missing_ranks=[1, 2, ").contains(" 16 and 23 more]");
    }

    @Test
    void who_comes_to_the_trace_is_not_missing_though_it_came_too_late_for_the_barrier() {
        store.set(Key.of("b1/TRACE"), Value.EMPTY, SOON);

        assertThat(failuresOf(List.of(0), 3, Integer::toString).get(0))
                .contains("missing_ranks=[2]");
    }

    @Test
    void without_a_rank_nobody_looks_who_is_missing() {
        assertThatThrownBy(() -> new StoreBarrier("b", 2, Optional.empty()).pass(store, SHORT))
                .isExactlyInstanceOf(StoreTimeout.class)
                .hasMessageEndingWith("keys: /b/last_member");
        assertThat(store.listKeys(SOON)).containsExactly(Key.of("b/num_members"));
    }

    @Test
    void a_meeting_of_nobody_is_refused() {
        assertThatThrownBy(() -> new StoreBarrier("b", 0, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("world size: 0 (expected: > 0)");
        assertThatThrownBy(() -> new StoreExchange("data", 0, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("world size: -1 (expected: > 0)");
    }

    @Test
    void more_members_than_one_request_can_name_are_refused_where_they_are_named() {
        int tooMany = 131_073;

        assertThatThrownBy(() -> StoreBarrier.of("b", tooMany, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("world size: 131073 (expected: <= 131072)");
        assertThatThrownBy(() -> new StoreExchange("data", 0, tooMany))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(new StoreBarrier("b", tooMany, Optional.empty()).worldSize()).isEqualTo(tooMany);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, 5})
    void a_rank_that_is_none_of_the_members_is_refused(int rank) {
        var message = "rank: %d (expected: 0..1)".formatted(rank);

        assertThatThrownBy(() -> StoreBarrier.of("b", 2, rank))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> new StoreExchange("data", rank, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    private void pass(int rank, int worldSize, Consumer<Attendance> told) {
        StoreBarrier.of("b", worldSize, rank).pass(store, LONG, told);
    }

    private Map<Integer, String> failuresOf(
            List<Integer> ranks, int worldSize, IntFunction<String> nameOf) {
        return RankThreads.run(
                ranks,
                rank -> {
                    var trace = RankTrace.of(rank).withNames(nameOf).withAtMost(TRACE);
                    try {
                        new StoreBarrier("b", worldSize, Optional.of(trace)).pass(store, SHORT);
                    } catch (StoreTimeout missing) {
                        return String.valueOf(missing.getMessage());
                    }
                    return "passed";
                });
    }
}
