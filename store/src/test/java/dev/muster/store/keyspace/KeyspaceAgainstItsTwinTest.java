package dev.muster.store.keyspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.keyspace.Outcome.Refused;
import dev.muster.store.protocol.Capacity;
import dev.muster.store.protocol.Entry;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Limits;
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
import dev.muster.store.protocol.StoreRequest.MultiGet;
import dev.muster.store.protocol.StoreRequest.MultiSet;
import dev.muster.store.protocol.StoreRequest.Ping;
import dev.muster.store.protocol.StoreRequest.QueueLength;
import dev.muster.store.protocol.StoreRequest.QueuePop;
import dev.muster.store.protocol.StoreRequest.QueuePush;
import dev.muster.store.protocol.StoreRequest.Wait;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Few connections, few keys, short values: what can meet does meet. */
class KeyspaceAgainstItsTwinTest {
    private static final int STEPS = 400;

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    static LongStream manySeeds() {
        return LongStream.range(1_000, 20_000);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void both_give_the_same_answers_and_release_the_same_waits_in_the_same_order(long seed) {
        compare(new Random(seed));
    }

    @Tag("proof")
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("manySeeds")
    void both_still_do_after_millions_of_requests(long seed) {
        compare(new Random(seed));
    }

    private static void compare(RandomGenerator random) {
        var keyspace = new Keyspace(Limits.DEFAULT, Capacity.DEFAULT);
        var twin = new DumbTwin();
        for (int step = 0; step < STEPS; step++) {
            var connection = new ConnectionId(random.nextInt(5));
            if (random.nextInt(20) == 0) {
                keyspace.left(connection);
                twin.left(connection);
            } else {
                var request = request(random);
                var expected = twin.on(connection, request);
                var actual = keyspace.on(connection, request);
                if (!(expected instanceof Refused && actual instanceof Refused)) {
                    assertThat(actual).as("step %d, %s", step, request).isEqualTo(expected);
                }
            }
            assertThat(keyspace.isConsistent()).as("after step %d", step).isTrue();
        }
    }

    private static StoreRequest request(RandomGenerator random) {
        return switch (random.nextInt(23)) {
            case 0 -> new StoreRequest.Set(key(random), value(random));
            case 1 -> new CompareSet(key(random), value(random), value(random));
            case 2 -> new Get(key(random));
            case 3 -> new Add(key(random), random.nextInt(-2, 3));
            case 4 -> new Check(keys(random));
            case 5 -> new GetNumKeys();
            case 6, 7, 8 -> new Delete(key(random));
            case 9 -> new Append(key(random), value(random));
            case 10 -> new MultiGet(keys(random));
            case 11 ->
                    new MultiSet(
                            some(random).map(_ -> new Entry(key(random), value(random))).toList());
            case 12 -> random.nextBoolean() ? new CancelWait() : new Ping(random.nextInt());
            case 13, 14 -> new QueuePush(key(random), value(random));
            case 15, 16 -> new QueuePop(key(random));
            case 17 -> new QueueLength(key(random));
            case 18 -> new Barrier(key(random), random.nextInt(5));
            default -> new Wait(keys(random));
        };
    }

    private static List<Key> keys(RandomGenerator random) {
        return some(random).map(_ -> key(random)).toList();
    }

    private static Key key(RandomGenerator random) {
        return Key.of("k" + random.nextInt(5));
    }

    private static Value value(RandomGenerator random) {
        return Value.of(List.of("", "", "1", "2", "-1", "x").get(random.nextInt(6)));
    }

    private static Stream<Integer> some(RandomGenerator random) {
        return IntStream.range(0, random.nextInt(4)).boxed();
    }
}
