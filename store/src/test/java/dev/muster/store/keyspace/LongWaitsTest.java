package dev.muster.store.keyspace;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.Objects.requireNonNull;

import dev.muster.store.keyspace.Outcome.Refused;
import dev.muster.store.keyspace.Outcome.Served;
import dev.muster.store.protocol.Beginning;
import dev.muster.store.protocol.Capacity;
import dev.muster.store.protocol.Incoming;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreReply.Checked;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.Check;
import dev.muster.store.protocol.StoreRequest.Delete;
import dev.muster.store.protocol.StoreRequest.Ping;
import dev.muster.store.protocol.StoreRequest.QueuePop;
import dev.muster.store.protocol.StoreRequest.QueuePush;
import dev.muster.store.protocol.StoreRequest.Wait;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Requests for so many names that they come in parts, with others served in between. */
class LongWaitsTest {
    private static final ConnectionId ANNA = new ConnectionId(1);
    private static final ConnectionId BERT = new ConnectionId(2);
    private static final Key A = Key.of("a");
    private static final Key B = Key.of("b");
    private static final Value V = Value.of("v");
    private static final int STEPS = 400;

    private final Keyspace keyspace =
            new Keyspace(Limits.DEFAULT, Capacity.DEFAULT.withMaxWaitingBytes(64 << 20));

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @AfterEach
    void the_keyspace_is_consistent_and_holds_nothing_for_those_who_left() {
        assertThat(keyspace.isConsistent()).isTrue();
        keyspace.left(ANNA);
        keyspace.left(BERT);
        assertThat(keyspace.waitingBytes()).isZero();
        assertThat(keyspace.isConsistent()).isTrue();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void a_wait_is_over_when_each_of_its_names_has_been_there_and_not_before(long seed) {
        new AgainstWhatHasBeenThere(new Random(seed)).run();
    }

    @Test
    void a_wait_for_what_is_all_there_is_over_before_anything_else_is_asked() {
        bert(new StoreRequest.Set(A, V));
        bert(new StoreRequest.Set(B, V));

        anna(new Beginning(new Wait(List.of(A, B))));
        bert(new Delete(B));
        anna(new Beginning(new Wait(List.of(A))));

        assertThat(answer(anna(new Wait(List.of(A))))).isEqualTo(new Released());
        assertThat(keyspace.waitingBytes()).isZero();
    }

    @Test
    void names_that_come_while_others_are_still_to_be_told_need_not_be_looked_for_again() {
        anna(new Beginning(new Wait(List.of(A))));
        bert(new StoreRequest.Set(A, V));
        bert(new Delete(A));
        bert(new StoreRequest.Set(B, V));

        assertThat(answer(anna(new Wait(List.of(B))))).isEqualTo(new Released());
        assertThat(released()).isEmpty();
    }

    @Test
    void names_that_come_and_go_by_the_thousand_behind_its_back_have_been_there() {
        var names = IntStream.range(0, 4_000).mapToObj(i -> Key.of("x".repeat(8_000) + i)).toList();
        anna(new Beginning(new Wait(List.of(A))));
        anna(new Beginning(new Wait(names.subList(0, 2_000))));
        anna(new Wait(names.subList(2_000, 4_000)));
        assertThat(released()).isEmpty();

        for (Key name : names) {
            bert(new StoreRequest.Set(name, V));
            bert(new Delete(name));
        }

        assertThat(keyspace.isConsistent()).isTrue();
        assertThat(keyspace.waitingBytes()).isLessThan(64 << 20);
        assertThat(released()).isEmpty();
        bert(new StoreRequest.Set(A, V));
        assertThat(released()).containsExactly(ANNA);
    }

    @Test
    void what_was_there_and_went_before_the_wait_began_is_waited_for() {
        anna(new Beginning(new Wait(List.of(B))));
        bert(new StoreRequest.Set(A, V));
        bert(new Delete(A));

        bert(new Beginning(new Wait(List.of(A))));
        bert(new Wait(List.of(A)));

        assertThat(released()).isEmpty();
        assertThat(keyspace.missing(BERT)).containsExactly(A, A);
    }

    @Test
    void a_wait_that_began_ends_with_any_other_request() {
        anna(new Beginning(new Wait(List.of(A))));

        anna(new Ping(1));
        bert(new StoreRequest.Set(A, V));

        assertThat(released()).isEmpty();
        assertThat(keyspace.missing(ANNA)).isEmpty();
        assertThat(keyspace.waitingBytes()).isZero();
    }

    @Test
    void a_part_for_which_there_is_no_room_is_refused_and_the_wait_is_gone() {
        var names = IntStream.range(0, 5_000).mapToObj(i -> Key.of("x".repeat(8_000) + i)).toList();
        assertThat(anna(new Beginning(new Wait(names)))).isNotInstanceOf(Refused.class);

        assertThat(anna(new Wait(names))).isInstanceOf(Refused.class);

        assertThat(keyspace.waitingBytes()).isZero();
    }

    @Test
    void clearing_forgets_what_had_begun() {
        anna(new Beginning(new Wait(List.of(A))));
        bert(new Beginning(new Check(List.of(A))));

        keyspace.clear();

        assertThat(keyspace.waitingBytes()).isZero();
        assertThat(answer(bert(new Check(List.of())))).isEqualTo(new Checked(true));
    }

    @Test
    void a_check_in_parts_answers_for_all_of_them() {
        bert(new StoreRequest.Set(A, V));

        anna(new Beginning(new Check(List.of(A))));
        anna(new Beginning(new Check(List.of(B))));
        var withB = answer(anna(new Check(List.of(A))));
        anna(new Beginning(new Check(List.of(A))));
        var withoutB = answer(anna(new Check(List.of(A))));

        assertThat(withB).isEqualTo(new Checked(false));
        assertThat(withoutB).isEqualTo(new Checked(true));
    }

    private Object answer(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Served.class);
        return ((Outcome.Served) outcome).reply().orElseThrow();
    }

    private Outcome anna(Incoming incoming) {
        return keyspace.on(ANNA, incoming);
    }

    private Outcome bert(Incoming incoming) {
        return keyspace.on(BERT, incoming);
    }

    private List<ConnectionId> released() {
        var released = new ArrayList<ConnectionId>();
        while (keyspace.isGoing()) released.addAll(keyspace.goOn());
        return released;
    }

    /** Some who wait in parts, and one who makes names come and go. */
    private static final class AgainstWhatHasBeenThere {
        private static final ConnectionId OTHER = new ConnectionId(0);

        /** What a wait is for, and what has been there since it began. */
        private record Known(Set<Key> names, Set<Key> seen) {}

        private final RandomGenerator random;
        private final Keyspace keyspace = new Keyspace(Limits.DEFAULT, Capacity.DEFAULT);
        private final Map<ConnectionId, Known> begun = new HashMap<>();
        private final Map<ConnectionId, Known> complete = new HashMap<>();
        private final Set<Key> keys = new HashSet<>();
        private final Map<Key, Integer> queues = new HashMap<>();

        AgainstWhatHasBeenThere(RandomGenerator random) {
            this.random = random;
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                change(Key.of("k" + random.nextInt(6)), new ConnectionId(1 + random.nextInt(4)));
                if (random.nextBoolean()) lookOnce();
                if (random.nextInt(5) == 0) lookAtAll();
                assertThat(keyspace.isConsistent()).as("after step %d", step).isTrue();
            }
            lookAtAll();
        }

        private void change(Key name, ConnectionId waiter) {
            switch (random.nextInt(10)) {
                case 0, 1 -> {
                    keyspace.on(OTHER, new StoreRequest.Set(name, V));
                    keys.add(name);
                    appeared(name);
                }
                case 2 -> {
                    keyspace.on(OTHER, new QueuePush(name, V));
                    queues.merge(name, 1, Integer::sum);
                    appeared(name);
                }
                case 3, 4 -> {
                    keyspace.on(OTHER, new Delete(name));
                    keys.remove(name);
                }
                case 5, 6 -> {
                    keyspace.on(OTHER, new QueuePop(name));
                    queues.computeIfPresent(name, (_, length) -> length == 1 ? null : length - 1);
                }
                case 7 -> {
                    keyspace.left(waiter);
                    begun.remove(waiter);
                    complete.remove(waiter);
                }
                default -> await(name, waiter);
            }
        }

        private void await(Key name, ConnectionId waiter) {
            complete.remove(waiter); // whatever it asks ends that
            boolean last = begun.containsKey(waiter) && random.nextInt(3) == 0;
            var known = begun.computeIfAbsent(waiter, _ -> new Known(new HashSet<>(), present()));
            known.names().add(name);
            var wait = new Wait(List.of(name));
            var outcome = keyspace.on(waiter, last ? wait : new Beginning(wait));
            if (last) begun.remove(waiter);
            if (isReleased(outcome)) assertThat(known.seen()).containsAll(known.names());
            else if (last) complete.put(waiter, known);
        }

        private static boolean isReleased(Outcome outcome) {
            return outcome instanceof Served(var reply, _, _)
                    && reply.filter(Released.class::isInstance).isPresent();
        }

        private Set<Key> present() {
            var present = new HashSet<>(keys);
            present.addAll(queues.keySet());
            return present;
        }

        private void appeared(Key name) {
            begun.values().forEach(known -> known.seen().add(name));
            complete.values().forEach(known -> known.seen().add(name));
        }

        private void lookOnce() {
            for (ConnectionId over : keyspace.goOn()) {
                var known = requireNonNull(complete.remove(over));
                assertThat(known.seen()).containsAll(known.names());
            }
        }

        private void lookAtAll() {
            while (keyspace.isGoing()) lookOnce();
            assertThat(complete.values())
                    .noneMatch(known -> known.seen().containsAll(known.names()));
        }
    }
}
