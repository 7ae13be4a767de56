package dev.muster.store.keyspace;

import dev.muster.store.keyspace.Outcome.Notice;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreReply.Changed;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who is told of each change of a key, for as long as the connection lasts (tcpstore §7). */
final class Watches {
    private final Allowance allowance;
    private final Map<Key, Set<ConnectionId>> byKey = new HashMap<>();
    private final Map<ConnectionId, Set<Key>> byConnection = new HashMap<>();

    /** What is watched is taken from {@code allowance}, whether it fits or not. */
    Watches(Allowance allowance) {
        this.allowance = allowance;
    }

    void open(ConnectionId connection, Key key) {
        byKey.computeIfAbsent(key, _ -> new LinkedHashSet<>()).add(connection);
        boolean more = byConnection.computeIfAbsent(connection, _ -> new HashSet<>()).add(key);
        if (more) allowance.take(StoredBytes.ofMissing(key));
    }

    boolean isOpen(ConnectionId connection, Key key) {
        return byConnection.getOrDefault(connection, Set.of()).contains(key);
    }

    void end(ConnectionId connection) {
        Set<Key> keys = byConnection.remove(connection);
        if (keys == null) return;
        allowance.give(StoredBytes.ofMissing(keys));
        for (Key key : keys) {
            byKey.computeIfPresent(
                    key,
                    (_, connections) -> {
                        connections.remove(connection);
                        return connections.isEmpty() ? null : connections;
                    });
        }
    }

    boolean isWatched(Key key) {
        return byKey.containsKey(key);
    }

    /** What is to be said of {@code change}, to whom, longest watching first. */
    List<Notice> of(Changed change) {
        return byKey.getOrDefault(change.key(), Set.of()).stream()
                .map(connection -> new Notice(connection, change))
                .toList();
    }

    /** What is watched, counted anew. */
    long heldBytes() {
        return byConnection.values().stream().mapToLong(StoredBytes::ofMissing).sum();
    }

    void clear() {
        byKey.clear();
        byConnection.clear();
    }
}
