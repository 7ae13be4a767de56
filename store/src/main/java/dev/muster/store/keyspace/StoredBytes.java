package dev.muster.store.keyspace;

import dev.muster.store.protocol.Entry;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.Add;
import dev.muster.store.protocol.StoreRequest.Append;
import dev.muster.store.protocol.StoreRequest.Barrier;
import dev.muster.store.protocol.StoreRequest.CompareSet;
import dev.muster.store.protocol.StoreRequest.MultiSet;
import dev.muster.store.protocol.StoreRequest.QueuePush;
import dev.muster.store.protocol.Value;

import java.util.Map;

/**
 * What is held counts with its name and with what the holding itself takes, so that a great many
 * empty values are not free.
 */
final class StoredBytes {
    private static final int HOLDING = 128;

    /** As many as the longest number in decimal. */
    private static final int LONGEST_NUMBER = 20;

    private StoredBytes() {}

    static long of(Key name, Value value) {
        return HOLDING + (long) name.name().length() + value.content().length();
    }

    static long of(Map<Key, Value> values) {
        return values.entrySet().stream()
                .mapToLong(entry -> of(entry.getKey(), entry.getValue()))
                .sum();
    }

    /** As if nothing were replaced: a store that is that full has no room for finer reckoning. */
    static long atMostAddedBy(StoreRequest request) {
        return switch (request) {
            case StoreRequest.Set(var key, var value) -> of(key, value);
            case Append(var key, var tail) -> of(key, tail);
            case CompareSet(var key, _, var desired) -> of(key, desired);
            case QueuePush(var name, var value) -> of(name, value);
            case Add(var key, _) -> of(key, Value.EMPTY) + LONGEST_NUMBER;
            case Barrier(var key, _) -> of(key, Value.EMPTY) + LONGEST_NUMBER;
            case MultiSet(var entries) -> {
                long all = 0;
                for (Entry entry : entries) all += of(entry.key(), entry.value());
                yield all;
            }
            default -> 0;
        };
    }
}
