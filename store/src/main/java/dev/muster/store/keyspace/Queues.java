package dev.muster.store.keyspace;

import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Queues of values by name. One that is empty is as good as one that never was. */
final class Queues {
    private final Map<Key, Deque<Value>> byName = new HashMap<>();

    void push(Key name, Value value) {
        byName.computeIfAbsent(name, _ -> new ArrayDeque<>()).add(value);
    }

    /** Takes what has been longest in the queue {@code name}. */
    Optional<Value> pop(Key name) {
        Deque<Value> queue = byName.get(name);
        if (queue == null) return Optional.empty();
        Value first = queue.remove();
        if (queue.isEmpty()) byName.remove(name);
        return Optional.of(first);
    }

    int length(Key name) {
        Deque<Value> queue = byName.get(name);
        return queue == null ? 0 : queue.size();
    }

    /** Names of queues that hold something. */
    Set<Key> names() {
        return byName.keySet();
    }

    void clear() {
        byName.clear();
    }

    /** What they hold, counted anew. */
    long storedBytes() {
        long all = 0;
        for (var queue : byName.entrySet()) {
            for (Value value : queue.getValue()) all += StoredBytes.of(queue.getKey(), value);
        }
        return all;
    }

    /** No empty queue is kept. */
    boolean isConsistent() {
        return byName.values().stream().noneMatch(Deque::isEmpty);
    }
}
