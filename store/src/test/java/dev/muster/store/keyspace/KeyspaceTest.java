package dev.muster.store.keyspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.keyspace.Outcome.Notice;
import dev.muster.store.keyspace.Outcome.Refused;
import dev.muster.store.keyspace.Outcome.Served;
import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Capacity;
import dev.muster.store.protocol.Entry;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Changed;
import dev.muster.store.protocol.StoreReply.Changed.Change;
import dev.muster.store.protocol.StoreReply.Checked;
import dev.muster.store.protocol.StoreReply.Got;
import dev.muster.store.protocol.StoreReply.GotAll;
import dev.muster.store.protocol.StoreReply.Listed;
import dev.muster.store.protocol.StoreReply.Number;
import dev.muster.store.protocol.StoreReply.Pong;
import dev.muster.store.protocol.StoreReply.Popped;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreReply.WaitCancelled;
import dev.muster.store.protocol.StoreReply.Watching;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.Add;
import dev.muster.store.protocol.StoreRequest.Append;
import dev.muster.store.protocol.StoreRequest.Barrier;
import dev.muster.store.protocol.StoreRequest.CancelWait;
import dev.muster.store.protocol.StoreRequest.Check;
import dev.muster.store.protocol.StoreRequest.CompareSet;
import dev.muster.store.protocol.StoreRequest.Delete;
import dev.muster.store.protocol.StoreRequest.Get;
import dev.muster.store.protocol.StoreRequest.GetNumKeys;
import dev.muster.store.protocol.StoreRequest.ListKeys;
import dev.muster.store.protocol.StoreRequest.MultiGet;
import dev.muster.store.protocol.StoreRequest.MultiSet;
import dev.muster.store.protocol.StoreRequest.Ping;
import dev.muster.store.protocol.StoreRequest.QueueLength;
import dev.muster.store.protocol.StoreRequest.QueuePop;
import dev.muster.store.protocol.StoreRequest.QueuePush;
import dev.muster.store.protocol.StoreRequest.Set;
import dev.muster.store.protocol.StoreRequest.Wait;
import dev.muster.store.protocol.StoreRequest.Watch;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.List;
import java.util.Optional;

class KeyspaceTest {
    private static final ConnectionId ANNA = new ConnectionId(1);
    private static final ConnectionId BERT = new ConnectionId(2);
    private static final ConnectionId CARL = new ConnectionId(3);
    private static final Key A = Key.of("a");
    private static final Key B = Key.of("b");
    private static final Value V = Value.of("v");
    private static final Limits SMALL = new Limits(100, 10, 100, 25);

    /** Every request that makes {@link #A} come to be. */
    static final List<StoreRequest> CREATIONS =
            List.of(
                    new Set(A, V),
                    new Add(A, 0),
                    new Append(A, V),
                    new Append(A, Value.EMPTY),
                    new Barrier(A, 2),
                    new CompareSet(A, Value.EMPTY, V),
                    new MultiSet(List.of(new Entry(A, V))));

    /** Every request that stores nothing under {@link #A} while it is missing. */
    static final List<StoreRequest> NO_CREATIONS =
            List.of(
                    new CompareSet(A, Value.of("x"), V),
                    new Get(A),
                    new Check(List.of(A)),
                    new MultiGet(List.of(A)),
                    new MultiSet(List.of()),
                    new Delete(A),
                    new GetNumKeys(),
                    new QueuePop(A),
                    new QueueLength(A),
                    new ListKeys(),
                    new Ping(1));

    private final Keyspace keyspace =
            new Keyspace(
                    SMALL, Capacity.DEFAULT.withMaxStoredBytes(1_000).withMaxWaitingBytes(1_000));

    @AfterEach
    void the_keyspace_is_consistent() {
        assertThat(keyspace.isConsistent()).isTrue();
    }

    @Test
    void a_value_is_read_back_and_replaced() {
        bert(new Set(A, V));
        var first = bert(new Get(A));
        bert(new Set(A, Value.of("w")));
        var second = bert(new Get(A));

        assertThat(first).isEqualTo(replied(new Got(V)));
        assertThat(second).isEqualTo(replied(new Got(Value.of("w"))));
    }

    @Test
    void a_missing_key_reads_as_an_empty_value() {
        bert(new Set(A, V));

        assertThat(bert(new Get(B))).isEqualTo(replied(new Got(Value.EMPTY)));
        assertThat(bert(new MultiGet(List.of(B, A, B))))
                .isEqualTo(replied(new GotAll(List.of(Value.EMPTY, V, Value.EMPTY))));
    }

    @Test
    void adding_to_a_missing_key_counts_from_zero() {
        assertThat(bert(new Add(A, 5))).isEqualTo(replied(new Number(5)));
        assertThat(bert(new Add(A, -7))).isEqualTo(replied(new Number(-2)));
        assertThat(bert(new Get(A))).isEqualTo(replied(new Got(Value.of("-2"))));
    }

    @Test
    void adding_nothing_to_a_missing_key_creates_it() {
        bert(new Add(A, 0));

        assertThat(bert(new Check(List.of(A)))).isEqualTo(replied(new Checked(true)));
    }

    @Test
    void a_counter_that_overflows_wraps() {
        bert(new Set(A, Value.of("9223372036854775807")));

        assertThat(bert(new Add(A, 1))).isEqualTo(replied(new Number(Long.MIN_VALUE)));
    }

    @Test
    void adding_to_text_is_refused_and_changes_nothing() {
        bert(new Set(A, Value.of("secret")));

        var outcome = bert(new Add(A, 1));

        assertThat(outcome).isInstanceOf(Refused.class);
        assertThat(((Refused) outcome).because()).doesNotContain("secret");
        assertThat(bert(new Get(A))).isEqualTo(replied(new Got(Value.of("secret"))));
    }

    @ParameterizedTest(name = "{0}: expecting {1} and desiring {2} leaves {3} and answers {4}")
    @CsvSource(
            textBlock =
                    """
                    one, one, two,   two, two
                    one, six, two,   one, one
                    one, '',  two,   one, one
                    ,    '',  two,   two, two
                    ,    six, two,   ,    six
                    '',  '',  two,   two, two
                    """)
    void compare_set_stores_only_over_what_was_expected(
            String before, String expected, String desired, String after, String answer) {
        if (before != null) bert(new Set(A, Value.of(before)));

        var outcome = bert(new CompareSet(A, Value.of(expected), Value.of(desired)));

        assertThat(outcome).isEqualTo(replied(new Got(Value.of(answer))));
        assertThat(bert(new Check(List.of(A)))).isEqualTo(replied(new Checked(after != null)));
        assertThat(bert(new Get(A)))
                .isEqualTo(replied(new Got(after == null ? Value.EMPTY : Value.of(after))));
    }

    @Test
    void deleting_answers_whether_the_key_was_there() {
        bert(new Set(A, V));

        assertThat(bert(new Delete(A))).isEqualTo(replied(new Number(1)));
        assertThat(bert(new Delete(A))).isEqualTo(replied(new Number(0)));
        assertThat(bert(new GetNumKeys())).isEqualTo(replied(new Number(0)));
    }

    @Test
    void appending_creates_and_lengthens() {
        bert(new Append(A, Value.of("one")));
        bert(new Append(A, Value.of("+two")));

        assertThat(bert(new Get(A))).isEqualTo(replied(new Got(Value.of("one+two"))));
    }

    @Test
    void a_value_cannot_be_appended_to_beyond_its_limit() {
        bert(new Append(A, Value.of("0123456789")));

        assertThat(bert(new Append(A, V)))
                .isEqualTo(new Refused("APPEND would make a value of 11 bytes (expected: <= 10)"));
        assertThat(bert(new Get(A))).isEqualTo(replied(new Got(Value.of("0123456789"))));
    }

    @Test
    void a_list_of_keys_cannot_be_larger_than_a_message() {
        for (int i = 0; i < 3; i++) bert(new Set(Key.of("12345678" + i), V));

        assertThat(bert(new ListKeys()))
                .isEqualTo(new Refused("LIST_KEYS of 30 bytes (expected: <= 25)"));
    }

    @Test
    void multi_set_stores_in_order() {
        bert(new MultiSet(List.of(new Entry(A, V), new Entry(B, V), new Entry(A, Value.EMPTY))));

        assertThat(bert(new MultiGet(List.of(A, B))))
                .isEqualTo(replied(new GotAll(List.of(Value.EMPTY, V))));
        assertThat(bert(new GetNumKeys())).isEqualTo(replied(new Number(2)));
    }

    @Test
    void no_names_are_all_present() {
        assertThat(bert(new Check(List.of()))).isEqualTo(replied(new Checked(true)));
        assertThat(bert(new Wait(List.of()))).isEqualTo(replied(new Released()));
    }

    @Test
    void a_ping_comes_back_as_it_was() {
        assertThat(bert(new Ping(-17))).isEqualTo(replied(new Pong(-17)));
    }

    @Test
    void a_wait_for_present_keys_is_over_at_once() {
        bert(new Set(A, V));

        assertThat(anna(new Wait(List.of(A, A)))).isEqualTo(replied(new Released()));
    }

    @ParameterizedTest
    @FieldSource("CREATIONS")
    void a_wait_ends_when_its_key_comes_to_be(StoreRequest creation) {
        var waiting = anna(new Wait(List.of(A)));

        var outcome = bert(creation);

        assertThat(waiting).isEqualTo(new Served(Optional.empty(), List.of()));
        assertThat(released(outcome)).containsExactly(ANNA);
    }

    @ParameterizedTest
    @FieldSource("NO_CREATIONS")
    void a_wait_goes_on_when_nothing_was_stored(StoreRequest request) {
        anna(new Wait(List.of(A)));

        var outcome = bert(request);

        assertThat(released(outcome)).isEmpty();
        assertThat(keyspace.waitingFor(A)).containsExactly(ANNA);
    }

    @Test
    void a_wait_for_several_keys_ends_with_the_last_of_them() {
        anna(new Wait(List.of(A, B, A)));

        assertThat(released(bert(new Set(B, V)))).isEmpty();
        assertThat(released(bert(new Set(B, V)))).isEmpty();
        assertThat(released(bert(new Set(A, V)))).containsExactly(ANNA);
    }

    @Test
    void a_key_that_came_and_went_has_been_there() {
        anna(new Wait(List.of(A, B)));
        bert(new Set(A, V));
        bert(new Delete(A));

        assertThat(released(bert(new Set(B, V)))).containsExactly(ANNA);
    }

    @Test
    void all_who_wait_for_a_key_are_released_longest_first() {
        carl(new Wait(List.of(A)));
        anna(new Wait(List.of(A)));

        assertThat(released(bert(new Set(A, V)))).containsExactly(CARL, ANNA);
    }

    @Test
    void multi_set_releases_whom_any_of_its_keys_releases() {
        anna(new Wait(List.of(B)));
        carl(new Wait(List.of(A)));

        var outcome = bert(new MultiSet(List.of(new Entry(A, V), new Entry(B, V))));

        assertThat(released(outcome)).containsExactly(CARL, ANNA);
    }

    @Test
    void cancelling_a_wait_is_answered_once_and_the_wait_never() {
        anna(new Wait(List.of(A)));

        assertThat(anna(new CancelWait())).isEqualTo(replied(new WaitCancelled()));
        assertThat(released(bert(new Set(A, V)))).isEmpty();
    }

    @Test
    void cancelling_is_answered_also_when_nothing_waits() {
        assertThat(anna(new CancelWait())).isEqualTo(replied(new WaitCancelled()));
    }

    @ParameterizedTest
    @FieldSource("NO_CREATIONS")
    void any_new_request_ends_the_wait_of_its_connection(StoreRequest request) {
        anna(new Wait(List.of(A)));

        anna(request);

        assertThat(released(bert(new Set(A, V)))).isEmpty();
    }

    @Test
    void the_wait_of_a_closed_connection_is_forgotten() {
        anna(new Wait(List.of(A, B)));
        carl(new Wait(List.of(A)));

        keyspace.left(ANNA);

        assertThat(released(bert(new Set(A, V)))).containsExactly(CARL);
        assertThat(keyspace.waitingFor(B)).isEmpty();
    }

    @Test
    void deleting_by_prefix_leaves_every_other_name() {
        bert(new Set(Key.of("a/1"), V));
        bert(new Set(Key.of("a/2"), V));
        bert(new Set(A, V));
        bert(new QueuePush(Key.of("a/2"), V));
        bert(new QueuePush(Key.of("a/2"), V));
        bert(new QueuePush(B, V));

        var deletion = keyspace.deletePrefix(Bytes.utf8("/a/"));

        assertThat(deletion).isEqualTo(new Deletion(3, List.of()));
        assertThat(bert(new ListKeys())).isEqualTo(replied(new Listed(List.of(A))));
        assertThat(bert(new QueueLength(Key.of("a/2")))).isEqualTo(replied(new Number(0)));
        assertThat(bert(new QueueLength(B))).isEqualTo(replied(new Number(1)));
    }

    @Test
    void deleting_by_prefix_tells_who_watches_and_releases_nobody() {
        bert(new Set(A, V));
        anna(new Watch(A));
        carl(new Wait(List.of(A, B)));

        var deletion = keyspace.deletePrefix(Bytes.EMPTY);

        assertThat(deletion.notices())
                .containsExactly(new Notice(ANNA, new Changed(A, Change.DELETED, V, Value.EMPTY)));
        assertThat(keyspace.waitingFor(B)).containsExactly(CARL);
    }

    @Test
    void clearing_forgets_keys_and_waits() {
        bert(new Set(A, V));
        anna(new Wait(List.of(B)));

        keyspace.clear();

        assertThat(bert(new GetNumKeys())).isEqualTo(replied(new Number(0)));
        assertThat(released(bert(new Set(B, V)))).isEmpty();
    }

    @Test
    void what_was_pushed_first_is_popped_first() {
        bert(new QueuePush(A, V));
        bert(new QueuePush(A, Value.EMPTY));

        assertThat(bert(new QueueLength(A))).isEqualTo(replied(new Number(2)));
        assertThat(bert(new QueuePop(A))).isEqualTo(replied(new Popped(2, Optional.of(V))));
        assertThat(bert(new QueuePop(A)))
                .isEqualTo(replied(new Popped(1, Optional.of(Value.EMPTY))));
        assertThat(bert(new QueuePop(A))).isEqualTo(replied(new Popped(0, Optional.empty())));
    }

    @Test
    void a_queue_is_no_key_but_counts_as_present_while_it_is_filled() {
        bert(new QueuePush(A, V));

        assertThat(bert(new Check(List.of(A)))).isEqualTo(replied(new Checked(true)));
        assertThat(bert(new Wait(List.of(A)))).isEqualTo(replied(new Released()));
        assertThat(bert(new GetNumKeys())).isEqualTo(replied(new Number(0)));
        assertThat(bert(new Delete(A))).isEqualTo(replied(new Number(0)));
        bert(new QueuePop(A));
        assertThat(bert(new Check(List.of(A)))).isEqualTo(replied(new Checked(false)));
    }

    @Test
    void each_push_wakes_one_waiter_longest_waiting_first() {
        anna(new Wait(List.of(A)));
        carl(new Wait(List.of(A)));

        assertThat(released(bert(new QueuePush(A, V)))).containsExactly(ANNA);
        assertThat(released(bert(new QueuePush(A, V)))).containsExactly(CARL);
        assertThat(released(bert(new QueuePush(A, V)))).isEmpty();
    }

    @Test
    void a_push_goes_past_who_needs_more_than_this_queue() {
        anna(new Wait(List.of(A, B)));
        carl(new Wait(List.of(A)));

        assertThat(released(bert(new QueuePush(A, V)))).containsExactly(CARL);
        assertThat(released(bert(new Set(B, V)))).containsExactly(ANNA);
    }

    @Test
    void keys_are_listed_without_queues() {
        bert(new Set(A, V));
        bert(new QueuePush(B, V));

        assertThat(bert(new ListKeys())).isEqualTo(replied(new Listed(List.of(A))));
    }

    @Test
    void the_last_to_arrive_at_a_barrier_lets_all_go() {
        assertThat(released(anna(new Barrier(A, 3)))).isEmpty();
        assertThat(released(carl(new Barrier(A, 3)))).isEmpty();

        assertThat(bert(new Barrier(A, 3)))
                .isEqualTo(new Served(Optional.of(new Released()), List.of(ANNA, CARL)));
        assertThat(anna(new Barrier(A, 3))).isEqualTo(replied(new Released()));
    }

    @Test
    void who_gives_up_a_barrier_stays_counted_and_is_not_answered() {
        anna(new Barrier(A, 2));
        anna(new CancelWait());

        assertThat(bert(new Barrier(A, 2))).isEqualTo(replied(new Released()));
    }

    @Test
    void who_watches_a_key_is_told_of_each_change_and_of_nothing_else() {
        assertThat(anna(new Watch(A))).isEqualTo(replied(new Watching()));

        assertThat(told(bert(new Set(A, V)))).containsExactly(created(V));
        assertThat(told(bert(new Set(A, V)))).isEmpty();
        assertThat(told(bert(new CompareSet(A, Value.of("x"), Value.EMPTY)))).isEmpty();
        assertThat(told(bert(new Append(A, V))))
                .containsExactly(
                        new Notice(ANNA, new Changed(A, Change.REPLACED, V, Value.of("vv"))));
        assertThat(told(bert(new Set(B, V)))).isEmpty();
        assertThat(told(bert(new Delete(A))))
                .containsExactly(
                        new Notice(
                                ANNA, new Changed(A, Change.DELETED, Value.of("vv"), Value.EMPTY)));
        assertThat(told(bert(new Delete(A)))).isEmpty();
    }

    @Test
    void a_watch_lasts_as_long_as_its_connection() {
        anna(new Watch(A));
        anna(new Watch(B));
        carl(new Watch(A));
        anna(new Get(A));

        keyspace.left(CARL);

        assertThat(told(bert(new Set(A, V)))).containsExactly(created(V));
    }

    private static Notice created(Value value) {
        return new Notice(ANNA, new Changed(A, Change.CREATED, Value.EMPTY, value));
    }

    private static List<Notice> told(Outcome outcome) {
        return ((Served) outcome).notices();
    }

    private Outcome anna(StoreRequest request) {
        return keyspace.on(ANNA, request);
    }

    private Outcome bert(StoreRequest request) {
        return keyspace.on(BERT, request);
    }

    private Outcome carl(StoreRequest request) {
        return keyspace.on(CARL, request);
    }

    private static Outcome replied(StoreReply reply) {
        return new Served(Optional.of(reply), List.of());
    }

    private static List<ConnectionId> released(Outcome outcome) {
        return ((Served) outcome).released();
    }
}
