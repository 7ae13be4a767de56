package dev.muster.store.linearizability;

import dev.muster.store.protocol.Entry;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.Value;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Requests on so few names that what can meet does meet. */
final class SomeRequests {
    private static final List<String> VALUES = List.of("", "1", "2", "-1", "x");

    private final RandomGenerator random;
    private final boolean askForAll;

    SomeRequests(RandomGenerator random) {
        this.random = random;
        this.askForAll = random.nextInt(4) == 0;
    }

    StoreRequest next() {
        return switch (random.nextInt(24)) {
            case 0, 1, 2 -> new StoreRequest.Set(key(), value());
            case 3, 4 -> new StoreRequest.CompareSet(key(), value(), value());
            case 5, 6 -> new StoreRequest.Get(key());
            case 7, 8, 9 -> new StoreRequest.Add(Key.of("n"), random.nextInt(-1, 3));
            case 10 -> new StoreRequest.Add(key(), 1);
            case 11 -> new StoreRequest.Append(key(), value());
            case 12, 13 -> new StoreRequest.Delete(key());
            case 14 -> new StoreRequest.Check(keys());
            case 15 -> new StoreRequest.MultiGet(keys());
            case 16 -> new StoreRequest.MultiSet(entries());
            case 17 -> new StoreRequest.QueuePush(queue(), value());
            case 18 -> new StoreRequest.QueuePop(queue());
            case 19 -> askForAll ? new StoreRequest.GetNumKeys() : new StoreRequest.Get(key());
            case 20 -> new StoreRequest.Barrier(Key.of("b" + random.nextInt(2)), 2);
            case 21 -> new StoreRequest.Wait(List.of(queue()));
            default -> new StoreRequest.Wait(keys());
        };
    }

    private Key key() {
        return Key.of("k" + random.nextInt(3));
    }

    private Key queue() {
        return random.nextInt(3) == 0 ? key() : Key.of("q");
    }

    private Value value() {
        return Value.of(VALUES.get(random.nextInt(VALUES.size())));
    }

    private List<Key> keys() {
        return IntStream.range(0, random.nextInt(1, 3)).mapToObj(_ -> key()).toList();
    }

    private List<Entry> entries() {
        return keys().stream().map(key -> new Entry(key, value())).toList();
    }
}
