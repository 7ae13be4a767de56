package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

@Timeout(60)
class StoreClientTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Key A = Key.of("a");
    private static final Key B = Key.of("b");
    private static final Value V = Value.of("v");

    private final StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final StoreClient client = StoreClient.connect(server.address(), SOON);

    @AfterEach
    void close() {
        client.close();
        server.close();
        threads.close();
    }

    @Test
    void every_operation_reaches_the_store_and_comes_back() {
        client.set(A, V, SOON);
        client.append(A, Value.of("w"), SOON);
        var entries = new LinkedHashMap<Key, Value>();
        entries.put(B, Value.EMPTY);
        entries.put(Key.of("c"), V);
        client.multiSet(entries, SOON);
        client.waitFor(List.of(A, B), SOON);

        assertThat(client.get(A, SOON)).isEqualTo(Value.of("vw"));
        assertThat(client.multiGet(List.of(B, A), SOON))
                .containsExactly(Value.EMPTY, Value.of("vw"));
        assertThat(client.multiGet(List.of(), SOON)).isEmpty();
        assertThat(client.add(Key.of("n"), -3, SOON)).isEqualTo(-3);
        assertThat(client.compareSet(A, Value.of("vw"), V, SOON)).isEqualTo(V);
        assertThat(client.check(List.of(A, B), SOON)).isTrue();
        assertThat(client.check(List.of(A, Key.of("x")), SOON)).isFalse();
        assertThat(client.delete(A, SOON)).isTrue();
        assertThat(client.delete(A, SOON)).isFalse();
        assertThat(client.numKeys(SOON)).isEqualTo(3);
    }

    @Test
    void queues_barriers_and_the_list_of_keys_reach_the_store_too() {
        client.queuePush(A, V, SOON);
        client.queuePush(A, Value.EMPTY, SOON);
        client.set(B, V, SOON);
        client.barrier(Key.of("all"), 1, SOON);

        assertThat(client.queueLength(A, SOON)).isEqualTo(2);
        assertThat(client.queuePop(A, SOON)).isEqualTo(V);
        assertThat(client.queuePoll(A, SOON)).contains(Value.EMPTY);
        assertThat(client.queuePoll(A, SOON)).isEmpty();
        assertThat(client.listKeys(SOON)).containsExactlyInAnyOrder(B, Key.of("all"));
    }

    @Test
    void a_barrier_that_runs_out_names_its_key_and_leaves_answers_in_step() {
        assertThatThrownBy(() -> client.barrier(A, 2, SHORT))
                .isInstanceOf(StoreTimeout.class)
                .hasMessage("barrier timeout after 200 ms, key: /a");
        assertThat(client.numKeys(SOON)).isEqualTo(1);
    }

    @Test
    void popping_what_is_a_key_and_never_a_queue_is_told() {
        client.set(A, V, SOON);

        assertThatThrownBy(() -> client.queuePop(A, SOON))
                .hasMessageEndingWith("so it must be a key");
    }

    @Test
    void get_waits_for_its_key_and_holds_up_no_other_thread_meanwhile() {
        var got = CompletableFuture.supplyAsync(() -> client.get(A, SOON), threads);
        await().until(() -> isWaitedFor(A));

        client.set(A, V, SOON);

        assertThat(got).succeedsWithin(SOON).isEqualTo(V);
    }

    @Test
    void many_waits_are_open_at_a_time_and_their_connections_are_used_again() {
        for (int round = 0; round < 3; round++) {
            var keys = IntStream.range(0, 12).mapToObj(i -> Key.of("k" + i)).toList();
            var all = keys.stream().map(key -> client.async().get(key, SOON)).toList();
            await().until(() -> keys.stream().allMatch(this::isWaitedFor));

            for (Key key : keys) client.set(key, V, SOON);

            assertThat(all).allSatisfy(got -> assertThat(got).succeedsWithin(SOON));
            for (Key key : keys) client.delete(key, SOON);
        }
        assertThat(server.connections()).hasSize(1 + 12);
    }

    @Test
    void a_call_that_is_cancelled_ends_its_wait_at_the_store() {
        var waiting = client.async().get(A, SOON);
        await().until(() -> isWaitedFor(A));

        waiting.cancel(false);

        await().until(() -> !isWaitedFor(A));
        assertThat(client.add(B, 1, SOON)).isEqualTo(1);
    }

    @Test
    void calls_without_blocking_are_done_in_the_order_of_asking() {
        var sums =
                IntStream.range(0, 1_000)
                        .mapToObj(_ -> client.async().add(A, 1, SOON))
                        .map(sum -> sum.thenApply(Math::toIntExact))
                        .toList();

        assertThat(sums)
                .extracting(CompletableFuture::join)
                .isEqualTo(IntStream.rangeClosed(1, 1_000).boxed().toList());
    }

    @Test
    void large_values_that_are_asked_for_at_the_same_time_all_come() {
        var large = new Value(Bytes.adopt(new byte[8 << 20]));
        client.set(A, large, SOON);

        var answers =
                IntStream.range(0, 3)
                        .mapToObj(_ -> client.async().multiGet(Collections.nCopies(5, A), SOON))
                        .toList();

        for (var answer : answers) assertThat(answer.join()).hasSize(5).containsOnly(large);
        assertThat(client.numKeys(SOON)).isEqualTo(1);
    }

    @Test
    void a_blocking_call_on_the_thread_that_brings_the_answers_is_refused() {
        var calling = client.async().get(A, SOON).thenApply(_ -> client.get(A, SOON));

        client.set(A, V, SOON);

        assertThat(calling)
                .failsWithin(SOON)
                .withThrowableThat()
                .withMessageContaining("get on the thread that would have to bring its answer");
    }

    private boolean isWaitedFor(Key key) {
        return server.connections().stream()
                .flatMap(connection -> connection.openWait().stream())
                .anyMatch(open -> open.missing().contains(key));
    }

    @Test
    void a_wait_ends_at_its_deadline_and_names_what_it_waited_for() {
        long begin = System.nanoTime();

        assertThatThrownBy(() -> client.waitFor(List.of(A, B), SHORT))
                .isInstanceOf(StoreTimeout.class)
                .hasMessage("wait timeout after 200 ms, keys: /a, /b");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(SHORT, SOON);
    }

    @Test
    void after_a_wait_that_ran_out_answers_are_still_in_step() {
        try (var other = StoreClient.connect(server.address(), SOON)) {
            for (int i = 0; i < 200; i++) {
                var key = Key.of("late" + i);
                var set = CompletableFuture.runAsync(() -> other.set(key, V, SOON));
                try {
                    client.waitFor(List.of(key), Duration.ofNanos(i * 10_000L));
                } catch (StoreTimeout _) {
                    assertThat(client.add(Key.of("late"), 1, SOON)).isPositive();
                }
                set.join();
            }
            other.numKeys(SOON);

            assertThat(client.numKeys(SOON)).isEqualTo(other.numKeys(SOON));
        }
    }

    @Test
    void a_long_list_of_keys_is_named_in_part() {
        var keys = IntStream.range(0, 100).mapToObj(i -> Key.of("k" + i)).toList();

        assertThatThrownBy(() -> client.waitFor(keys, Duration.ZERO))
                .hasMessageEndingWith("/k6, /k7 and 92 more");
    }

    @Test
    void a_store_that_goes_away_is_lost_with_the_reason() {
        var waiting = CompletableFuture.supplyAsync(() -> client.get(A, SOON));
        server.close();

        assertThatThrownBy(waiting::join).cause().isInstanceOf(StoreLost.class);
        assertThatThrownBy(() -> client.numKeys(SOON))
                .isInstanceOf(StoreLost.class)
                .hasMessageStartingWith(
                        "the store at 127.0.0.1:%d is lost: "
                                .formatted(server.address().getPort()));
    }

    @Test
    void a_closed_client_says_so() {
        client.close();

        assertThatThrownBy(() -> client.set(A, V, SOON))
                .isInstanceOf(StoreLost.class)
                .hasMessageEndingWith("this client is closed");
    }
}
