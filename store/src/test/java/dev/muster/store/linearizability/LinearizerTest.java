package dev.muster.store.linearizability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.keyspace.ConnectionId;
import dev.muster.store.protocol.Entry;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Got;
import dev.muster.store.protocol.StoreReply.GotAll;
import dev.muster.store.protocol.StoreReply.Number;
import dev.muster.store.protocol.StoreReply.Popped;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreReply.WaitCancelled;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.Add;
import dev.muster.store.protocol.StoreRequest.Append;
import dev.muster.store.protocol.StoreRequest.Barrier;
import dev.muster.store.protocol.StoreRequest.CancelWait;
import dev.muster.store.protocol.StoreRequest.CompareSet;
import dev.muster.store.protocol.StoreRequest.Delete;
import dev.muster.store.protocol.StoreRequest.Get;
import dev.muster.store.protocol.StoreRequest.GetNumKeys;
import dev.muster.store.protocol.StoreRequest.MultiGet;
import dev.muster.store.protocol.StoreRequest.MultiSet;
import dev.muster.store.protocol.StoreRequest.QueuePop;
import dev.muster.store.protocol.StoreRequest.QueuePush;
import dev.muster.store.protocol.StoreRequest.Wait;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The checker believes what can be and nothing else. Times are made up; a store's are as good. */
class LinearizerTest {
    private static final Key K = Key.of("k");
    private static final Key L = Key.of("l");
    private static final Value ONE = Value.of("1");
    private static final Value TWO = Value.of("2");
    private static final long END = 1_000;

    private final Diary anna = new Diary(new ConnectionId(1));
    private final Diary bert = new Diary(new ConnectionId(2));
    private final Diary cleo = new Diary(new ConnectionId(3));

    @Test
    void a_value_may_be_read_as_soon_as_its_set_is_on_the_way_and_not_before() {
        anna.asks(new StoreRequest.Set(K, ONE), 10);
        ask(bert, new Get(K), 5, new Got(ONE), 12);
        assertExplained();

        ask(cleo, new Get(K), 5, new Got(ONE), 9);
        assertNotExplained();
    }

    @Test
    void a_stale_value_is_not_read() {
        set(anna, K, ONE, 0);
        set(anna, K, TWO, 10);

        ask(bert, new Get(K), 12, new Got(ONE), 20); // the second set ended at 11
        assertNotExplained();
    }

    @Test
    void while_a_set_is_on_the_way_the_old_value_may_be_read_but_not_after_the_new_one() {
        set(anna, K, ONE, 0);
        anna.asks(new StoreRequest.Set(K, TWO), 10);
        ask(bert, new Get(K), 11, new Got(ONE), 12);
        ask(cleo, new Get(K), 13, new Got(TWO), 14);
        assertExplained();

        ask(bert, new Get(K), 15, new Got(ONE), 16);
        assertNotExplained();
    }

    @Test
    void who_sets_reads_it_back_though_the_set_has_no_answer() {
        anna.asks(new StoreRequest.Set(K, ONE), 0);
        ask(anna, new Get(K), 1, new Got(Value.EMPTY), 5);

        assertNotExplained();
    }

    @Test
    void no_addition_is_lost() {
        ask(anna, new Add(K, 1), 0, new Number(1), 10);
        ask(bert, new Add(K, 1), 0, new Number(2), 10);
        assertExplained();

        ask(cleo, new Add(K, 0), 20, new Number(1), 30);
        assertNotExplained();
    }

    @Test
    void two_additions_do_not_both_come_first() {
        ask(anna, new Add(K, 1), 0, new Number(1), 10);
        ask(bert, new Add(K, 1), 0, new Number(1), 10);

        assertNotExplained();
    }

    @Test
    void only_one_compare_set_wins() {
        ask(anna, new CompareSet(K, Value.EMPTY, ONE), 0, new Got(ONE), 10);
        ask(bert, new CompareSet(K, Value.EMPTY, TWO), 0, new Got(ONE), 10);
        assertExplained();

        ask(cleo, new CompareSet(K, Value.EMPTY, TWO), 0, new Got(TWO), 10);
        assertNotExplained();
    }

    @Test
    void nothing_appended_is_lost() {
        anna.asks(new Append(K, ONE), 0);
        bert.asks(new Append(K, TWO), 0);

        ask(cleo, new Get(K), 20, new Got(Value.of("21")), 30);
        assertExplained();

        ask(anna, new Get(K), 40, new Got(TWO), 50); // and one after the other vanishes
        assertNotExplained();
    }

    @Test
    void an_element_of_a_queue_is_popped_once() {
        anna.asks(new QueuePush(K, ONE), 0);
        ask(bert, new QueuePop(K), 5, new Popped(1, Optional.of(ONE)), 10);
        assertExplained();

        ask(cleo, new QueuePop(K), 5, new Popped(1, Optional.of(ONE)), 10);
        assertNotExplained();
    }

    @Test
    void a_queue_keeps_its_order() {
        anna.asks(new QueuePush(K, ONE), 0);
        anna.asks(new QueuePush(K, TWO), 1);

        ask(bert, new QueuePop(K), 5, new Popped(2, Optional.of(TWO)), 10);

        assertNotExplained();
    }

    @Test
    void nobody_is_woken_before_the_key_is_there() {
        ask(anna, new Wait(List.of(K)), 0, new Released(), 20);
        bert.asks(new StoreRequest.Set(K, ONE), 10);
        assertExplained();

        ask(cleo, new Wait(List.of(K)), 0, new Released(), 9);
        assertNotExplained();
    }

    @Test
    void a_key_that_is_gone_again_has_been_there_and_one_that_comes_later_has_not() {
        ask(anna, new Wait(List.of(K, L)), 0, new Released(), 100);
        set(bert, K, ONE, 10);
        ask(bert, new Delete(K), 20, new Number(1), 30);
        set(bert, L, ONE, 40);
        assertExplained();

        ask(cleo, new Wait(List.of(K, L)), 35, new Released(), 100);
        assertNotExplained();
    }

    @Test
    void a_wait_is_not_left_open_while_its_key_is_there() {
        set(bert, K, ONE, 0);
        anna.asks(new Wait(List.of(K)), 20);

        assertNotExplained();
    }

    @Test
    void a_wait_that_was_open_when_its_key_came_is_not_cancelled_without_a_word() {
        anna.asks(new Wait(List.of(K)), 0);
        set(bert, K, ONE, 10);
        ask(anna, new CancelWait(), 20, new WaitCancelled(), 30);

        assertNotExplained();
    }

    @Test
    void one_element_of_a_queue_wakes_one() {
        ask(anna, new Wait(List.of(K)), 0, new Released(), 50);
        bert.asks(new Wait(List.of(K)), 0);
        cleo.asks(new QueuePush(K, ONE), 20);
        ask(anna, new QueuePop(K), 60, new Popped(1, Optional.of(ONE)), 70);
        assertExplained();

        ask(bert, new CancelWait(), 80, new WaitCancelled(), 90);
        assertExplained();
    }

    @Test
    void one_element_of_a_queue_does_not_wake_two() {
        ask(anna, new Wait(List.of(K)), 0, new Released(), 50);
        ask(anna, new QueuePop(K), 60, new Popped(1, Optional.of(ONE)), 70);
        ask(bert, new Wait(List.of(K)), 71, new Released(), 80);
        cleo.asks(new QueuePush(K, ONE), 20);

        assertNotExplained();
    }

    @Test
    void nobody_passes_a_barrier_before_the_last_has_come() {
        ask(anna, new Barrier(K, 2), 0, new Released(), 20);
        ask(bert, new Barrier(K, 2), 10, new Released(), 20);
        assertExplained();

        ask(cleo, new Barrier(L, 2), 0, new Released(), 20);
        assertNotExplained();
    }

    @Test
    void a_barrier_is_not_passed_before_the_other_sets_out() {
        ask(anna, new Barrier(K, 2), 0, new Released(), 9);
        ask(bert, new Barrier(K, 2), 10, new Released(), 20);

        assertNotExplained();
    }

    @Test
    void a_multi_set_is_seen_whole_or_not_at_all() {
        anna.asks(new MultiSet(List.of(new Entry(K, ONE), new Entry(L, ONE))), 0);
        ask(bert, new MultiGet(List.of(K, L)), 1, new GotAll(List.of(ONE, ONE)), 9);
        assertExplained();

        ask(cleo, new MultiGet(List.of(K, L)), 1, new GotAll(List.of(ONE, Value.EMPTY)), 9);
        assertNotExplained();
    }

    @Test
    void keys_are_counted_right() {
        set(anna, K, ONE, 0);
        set(bert, L, ONE, 0);
        ask(cleo, new GetNumKeys(), 20, new Number(2), 30);
        assertExplained();

        ask(cleo, new GetNumKeys(), 40, new Number(3), 50);
        assertNotExplained();
    }

    @Test
    void what_was_on_the_way_when_a_client_left_may_have_been_served_or_not() {
        anna.asks(new StoreRequest.Set(K, ONE), 0);
        anna.leaves(1);
        ask(bert, new Get(K), 10, new Got(Value.EMPTY), 20);
        ask(bert, new Get(K), 30, new Got(ONE), 40);
        assertExplained();

        ask(bert, new Get(K), 50, new Got(Value.EMPTY), 60);
        assertNotExplained();
    }

    @Test
    void only_an_addition_to_what_is_no_number_is_refused() {
        set(bert, K, Value.of("x"), 0);
        anna.asks(new Add(K, 1), 10);
        anna.isCutOff(20);
        assertExplained();

        cleo.asks(new Add(L, 1), 10);
        cleo.isCutOff(20);
        assertNotExplained();
    }

    private static void set(Diary diary, Key key, Value value, long at) {
        diary.asks(new StoreRequest.Set(key, value), at);
        ask(diary, new StoreRequest.Ping(7), at, new StoreReply.Pong(7), at + 1);
    }

    private static void ask(
            Diary diary, StoreRequest request, long at, StoreReply reply, long heardAt) {
        diary.asks(request, at);
        diary.hears(reply, heardAt);
    }

    private void assertExplained() {
        assertThat(explained(anna, bert, cleo)).isTrue();
    }

    private void assertNotExplained() {
        assertThat(explained(anna, bert, cleo)).isFalse();
    }

    private static boolean explained(Diary... diaries) {
        return Linearizer.explains(Stream.of(diaries).map(diary -> diary.stepsUntil(END)).toList());
    }
}
