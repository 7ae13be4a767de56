package dev.muster.store;

import static dev.muster.store.EndsInTime.assertEndsInTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.Value;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** What every {@link Store} does, whatever stands behind it. */
@Timeout(60)
abstract class StoreContract {
    protected static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Key A = Key.of("a");
    private static final Key B = Key.of("b");
    private static final Key C = Key.of("c");
    private static final Value V = Value.of("v");

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private AutoCloseable everything = () -> {};
    private Store store = new HashStore();

    /** An empty store and how to be rid of it. */
    protected record Opened(Store store, AutoCloseable everything) {}

    protected abstract Opened open();

    @BeforeEach
    void openOne() {
        store.close();
        var opened = open();
        store = opened.store();
        everything = opened.everything();
    }

    @AfterEach
    void close() throws Exception {
        everything.close();
        threads.close();
    }

    static LongStream seeds() {
        return LongStream.range(0, 25);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void any_sequence_of_calls_comes_to_the_same_as_in_memory(long seed) {
        var calls = new RandomCalls(seed);
        try (var twin = new HashStore()) {
            for (int i = 0; i < 200; i++) {
                var call = calls.next();

                assertThat(call.on(store)).as("call %d: %s", i, call).isEqualTo(call.on(twin));
            }
        }
    }

    @Test
    void entries_are_set_together_and_values_are_got_in_the_order_asked() {
        var entries = new LinkedHashMap<Key, Value>();
        entries.put(B, Value.EMPTY);
        entries.put(C, V);

        store.multiSet(entries, SOON);

        assertThat(store.multiGet(List.of(C, B, C), SOON)).containsExactly(V, Value.EMPTY, V);
        assertThat(store.multiGet(List.of(), SOON)).isEmpty();
        assertThat(store.check(List.of(), SOON)).isTrue();
    }

    @Test
    void a_wait_is_over_once_all_of_its_keys_are_there_however_they_came() {
        var waiting = store.async().waitFor(List.of(A, B), SOON);

        store.set(A, V, SOON);
        assertThat(waiting).isNotDone();
        store.compareSet(B, Value.EMPTY, V, SOON);

        assertThat(waiting).succeedsWithin(SOON);
    }

    @Test
    void a_wait_that_runs_out_takes_its_time_and_no_more_and_the_store_goes_on() {
        assertEndsInTime(
                SHORT,
                () ->
                        assertThatThrownBy(() -> store.get(A, SHORT))
                                .isInstanceOf(StoreTimeout.class));

        assertThat(store.add(A, 1, SOON)).isEqualTo(1);
        assertThat(store.get(A, SHORT)).isEqualTo(Value.of("1"));
    }

    @Test
    void less_than_no_time_is_a_timeout_however_much_less() {
        var longAgo = Duration.ofSeconds(Long.MIN_VALUE);

        assertThatThrownBy(() -> store.waitFor(List.of(A), longAgo))
                .isInstanceOf(StoreTimeout.class);
        assertThatThrownBy(() -> store.numKeys(longAgo)).isInstanceOf(StoreTimeout.class);
    }

    @Test
    void no_time_at_all_is_a_timeout() {
        store.set(A, V, SOON);

        assertThatThrownBy(() -> store.waitFor(List.of(A), Duration.ZERO))
                .isInstanceOf(StoreTimeout.class)
                .hasMessageMatching("wait timeout after 0 ms, keys: /.*a");
    }

    @Test
    void all_the_time_in_the_world_is_allowed() {
        store.set(A, V, Duration.ofSeconds(Long.MAX_VALUE));

        assertThat(store.get(A, Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(V);
    }

    @Test
    void each_value_of_a_queue_is_popped_by_one_and_the_oldest_first() {
        var popped = IntStream.range(0, 8).mapToObj(_ -> store.async().queuePop(A, SOON)).toList();
        for (int i = 0; i < popped.size(); i++) store.queuePush(A, Value.of("" + i), SOON);

        assertThat(popped.stream().map(CompletableFuture::join).distinct()).hasSize(8);
        assertThat(store.queuePoll(A, SOON)).isEmpty();

        store.queuePush(A, Value.EMPTY, SOON);
        store.queuePush(A, V, SOON);
        assertThat(store.queueLength(A, SOON)).isEqualTo(2);
        assertThat(store.queuePop(A, SOON)).isEqualTo(Value.EMPTY);
        assertThat(store.queuePoll(A, SOON)).contains(V);
    }

    @Test
    void a_barrier_lets_all_go_when_the_last_has_come() {
        var arrived =
                IntStream.range(0, 4).mapToObj(_ -> store.async().barrier(A, 5, SOON)).toList();
        assertThat(arrived).allSatisfy(one -> assertThat(one).isNotDone());

        store.barrier(A, 5, SOON);

        assertThat(arrived).allSatisfy(one -> assertThat(one).succeedsWithin(SOON));
    }

    @Test
    void threads_that_add_lose_no_addition() {
        var adding =
                IntStream.range(0, 8)
                        .mapToObj(_ -> CompletableFuture.runAsync(this::addHundred, threads))
                        .toArray(CompletableFuture[]::new);

        CompletableFuture.allOf(adding).join();

        assertThat(store.add(A, 0, SOON)).isEqualTo(800);
    }

    private void addHundred() {
        for (int i = 0; i < 100; i++) store.add(A, 1, SOON);
    }

    @Test
    void threads_that_wait_for_each_other_through_it_get_on() {
        var answering =
                CompletableFuture.runAsync(
                        () -> {
                            for (int i = 0; i < 50; i++) {
                                store.get(Key.of("ask" + i), SOON);
                                store.set(Key.of("answer" + i), V, SOON);
                            }
                        },
                        threads);
        for (int i = 0; i < 50; i++) {
            store.set(Key.of("ask" + i), V, SOON);
            store.get(Key.of("answer" + i), SOON);
        }

        assertThat(answering).succeedsWithin(SOON);
    }

    @Test
    void an_interrupted_thread_stops_waiting_and_stays_interrupted() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> store.get(A, SOON))
                .isInstanceOf(StoreException.class)
                .hasMessage("get was interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void a_cancelled_wait_disturbs_nobody() {
        var cancelled = store.async().queuePop(A, SOON);
        var other = store.async().queuePop(A, SOON);

        cancelled.cancel(false);
        store.queuePush(A, V, SOON);

        assertThat(other).succeedsWithin(SOON).isEqualTo(V);
    }

    @Test
    void adding_to_what_is_no_number_is_refused() {
        store.set(A, V, SOON);

        assertThatThrownBy(() -> store.add(A, 1, SOON)).isInstanceOf(StoreException.class);
    }

    @Test
    void what_is_as_large_as_can_be_is_taken() {
        var largest = new Value(Bytes.adopt(new byte[Limits.DEFAULT.maxValueBytes()]));
        var longName = Key.of("k".repeat(Limits.DEFAULT.maxKeyBytes() - "/prefixes/".length()));

        store.set(longName, largest, SOON);

        assertThat(store.get(longName, SOON)).isEqualTo(largest);
    }

    @Test
    void what_is_too_large_is_refused_before_it_is_asked_and_the_store_goes_on() {
        var tooLong = Key.of("k".repeat(Limits.DEFAULT.maxKeyBytes()));
        var tooLarge = new Value(Bytes.adopt(new byte[Limits.DEFAULT.maxValueBytes() + 1]));
        var tooMany = Collections.nCopies(Limits.DEFAULT.maxNames() + 1, A);

        assertRefused("key of ", () -> store.set(tooLong, V, SOON));
        assertRefused("key of ", () -> store.async().queuePop(tooLong, SOON));
        assertRefused("value of 8388609 bytes", () -> store.append(A, tooLarge, SOON));
        assertRefused("131073 names", () -> store.async().multiGet(tooMany, SOON));
        assertRefused("131073 names", () -> store.waitFor(tooMany, SOON));

        assertThat(store.add(A, 1, SOON)).isEqualTo(1);
    }

    private static void assertRefused(String found, ThrowingCallable call) {
        assertThatIllegalArgumentException()
                .isThrownBy(call)
                .withMessageStartingWith(found)
                .withMessageContaining(" (expected: <= ");
    }

    @Test
    void a_closed_store_is_lost_to_those_who_wait_and_to_all_later_calls() throws Exception {
        var waiting = store.async().get(A, SOON);

        everything.close();

        assertThat(waiting)
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(StoreLost.class);
        assertThatThrownBy(() -> store.multiSet(Map.of(A, V), SOON)).isInstanceOf(StoreLost.class);
    }
}
