package dev.muster.store.keyspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.keyspace.Outcome.Refused;
import dev.muster.store.keyspace.Outcome.Served;
import dev.muster.store.protocol.Capacity;
import dev.muster.store.protocol.Entry;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreReply.Got;
import dev.muster.store.protocol.StoreReply.Number;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreReply.Watching;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.Add;
import dev.muster.store.protocol.StoreRequest.Append;
import dev.muster.store.protocol.StoreRequest.Barrier;
import dev.muster.store.protocol.StoreRequest.CompareSet;
import dev.muster.store.protocol.StoreRequest.Delete;
import dev.muster.store.protocol.StoreRequest.Get;
import dev.muster.store.protocol.StoreRequest.GetNumKeys;
import dev.muster.store.protocol.StoreRequest.MultiSet;
import dev.muster.store.protocol.StoreRequest.QueuePush;
import dev.muster.store.protocol.StoreRequest.Set;
import dev.muster.store.protocol.StoreRequest.Wait;
import dev.muster.store.protocol.StoreRequest.Watch;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.List;
import java.util.Optional;

/** What is held is held only as far as there is room for it. */
class KeyspaceRoomTest {
    private static final ConnectionId ANNA = new ConnectionId(1);
    private static final ConnectionId BERT = new ConnectionId(2);
    private static final ConnectionId CARL = new ConnectionId(3);
    private static final Key A = Key.of("a");
    private static final Key B = Key.of("b");
    private static final Value V = Value.of("v");
    private static final Capacity SMALL =
            Capacity.DEFAULT.withMaxStoredBytes(1_000).withMaxWaitingBytes(1_000);

    static final Key FULL = Key.of("full");

    /** What adds nothing to a store in which {@link #FULL} holds the last 10 bytes as digits. */
    static final List<StoreRequest> NO_GROWTH =
            List.of(
                    new Set(FULL, Value.of("0123456789")),
                    new Set(FULL, Value.EMPTY),
                    new Add(FULL, 1),
                    new Barrier(FULL, 2),
                    new Append(FULL, Value.EMPTY),
                    new CompareSet(FULL, Value.of("1000000000"), Value.of("x")),
                    new CompareSet(FULL, Value.of("another"), Value.of("much too long for it")),
                    new CompareSet(A, Value.of("absent"), V),
                    new MultiSet(
                            List.of(
                                    new Entry(FULL, Value.of("0123456789")),
                                    new Entry(FULL, V),
                                    new Entry(FULL, Value.of("9876543210")))));

    /** What adds a byte or more to it. */
    static final List<StoreRequest> GROWTH =
            List.of(
                    new Set(FULL, Value.of("0123456789a")),
                    new Set(A, Value.EMPTY),
                    new Add(A, 0),
                    new Add(FULL, 9_000_000_000L),
                    new Barrier(A, 2),
                    new Append(A, Value.EMPTY),
                    new CompareSet(FULL, Value.of("1000000000"), Value.of("0123456789a")),
                    new CompareSet(A, Value.EMPTY, Value.EMPTY),
                    new QueuePush(FULL, Value.EMPTY),
                    new MultiSet(List.of(new Entry(FULL, V), new Entry(A, Value.EMPTY))));

    private final Keyspace keyspace = new Keyspace(Limits.DEFAULT, SMALL);

    @AfterEach
    void the_keyspace_is_consistent() {
        assertThat(keyspace.isConsistent()).isTrue();
    }

    @Test
    void what_would_be_more_than_may_be_stored_is_refused_and_changes_nothing() {
        for (int i = 0; i < 7; i++) bert(new Set(Key.of("k" + i), V));

        assertThat(bert(new Set(A, V))).isInstanceOf(Refused.class);
        assertThat(bert(new Add(A, 1))).isInstanceOf(Refused.class);
        assertThat(bert(new QueuePush(A, V))).isInstanceOf(Refused.class);
        assertThat(bert(new GetNumKeys())).isEqualTo(replied(new Number(7)));
        bert(new Delete(Key.of("k0")));
        assertThat(bert(new Add(A, 1))).isEqualTo(replied(new Number(1)));
    }

    @ParameterizedTest
    @FieldSource("NO_GROWTH")
    void a_full_store_does_whatever_makes_it_no_fuller(StoreRequest request) {
        fill();

        assertThat(bert(request)).isInstanceOf(Served.class);
        assertThat(keyspace.storedBytes()).isLessThanOrEqualTo(1_000);
    }

    @ParameterizedTest
    @FieldSource("GROWTH")
    void a_full_store_refuses_whatever_makes_it_fuller_and_keeps_what_it_has(StoreRequest request) {
        fill();

        assertThat(bert(request)).isInstanceOf(Refused.class);
        assertThat(keyspace.storedBytes()).isEqualTo(1_000);
        assertThat(anna(new Get(FULL))).isEqualTo(replied(new Got(Value.of("1000000000"))));
    }

    private void fill() {
        bert(new Set(FULL, Value.of("1000000000")));
        for (int i = 0; i < 5; i++) bert(new Set(Key.of("k" + i), V));
        long room = 1_000 - keyspace.storedBytes();
        var name = "x".repeat((int) room - 128 - 1);
        assertThat(bert(new Set(Key.of(name), Value.EMPTY))).isInstanceOf(Served.class);
        assertThat(keyspace.storedBytes()).isEqualTo(1_000);
    }

    @Test
    void names_that_are_waited_for_are_held_only_as_far_as_there_is_room() {
        anna(new Wait(List.of(A, B)));
        carl(new Watch(A));

        assertThat(bert(new Wait(List.of(A)))).isInstanceOf(Refused.class);
        assertThat(bert(new Watch(A))).isInstanceOf(Refused.class);
        assertThat(bert(new Barrier(Key.of("c"), 2))).isInstanceOf(Refused.class);
        assertThat(carl(new Watch(A))).isEqualTo(replied(new Watching()));
        assertThat(bert(new GetNumKeys())).isEqualTo(replied(new Number(0)));
        assertThat(bert(new Barrier(Key.of("c"), 1))).isEqualTo(replied(new Released()));
    }

    @Test
    void room_for_names_is_free_again_when_they_came_or_their_connection_left() {
        anna(new Wait(List.of(A, B)));
        carl(new Watch(A));

        bert(new Set(B, V));
        keyspace.left(CARL);

        assertThat(bert(new Wait(List.of(A)))).isInstanceOf(Served.class);
        keyspace.left(ANNA);
        keyspace.left(BERT);
        assertThat(keyspace.waitingBytes()).isZero();
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
}
