package dev.muster.store.keyspace;

import dev.muster.store.protocol.Key;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The open WAITs, at most one for each connection.
 *
 * <p>A wait remembers the names it still misses and each missed name remembers who misses it. A
 * name leaves both sides for good when it first appears, even if it is deleted again (the latch
 * rule, tcpstore §6), so no event ever looks at a wait it does not concern: opening, ending and
 * releasing a wait cost its own names and nothing else.
 */
final class Waits {
    private record Wait(ConnectionId connection, Set<Key> missing) {
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return connection.hashCode();
        }
    }

    private final Allowance allowance;
    private final Map<ConnectionId, Wait> byConnection = new HashMap<>();
    private final Map<Key, Set<Wait>> byMissing = new HashMap<>();

    /** What is missed is taken from {@code allowance}, whether it fits or not. */
    Waits(Allowance allowance) {
        this.allowance = allowance;
    }

    /** {@code connection} has no open wait and {@code missing} is not empty. */
    void open(ConnectionId connection, Set<Key> missing) {
        var wait = new Wait(connection, missing);
        byConnection.put(connection, wait);
        allowance.take(StoredBytes.ofMissing(missing));
        for (Key key : missing) {
            byMissing.computeIfAbsent(key, _ -> new LinkedHashSet<>()).add(wait);
        }
    }

    /** Ends the wait of {@code connection} without an answer, if it has one. */
    void end(ConnectionId connection) {
        Wait wait = byConnection.remove(connection);
        if (wait == null) return;
        allowance.give(StoredBytes.ofMissing(wait.missing()));
        for (Key key : wait.missing()) {
            byMissing.computeIfPresent(
                    key,
                    (_, waits) -> {
                        waits.remove(wait);
                        return waits.isEmpty() ? null : waits;
                    });
        }
    }

    /** {@code key} was absent and is there now. Answers whose wait this ends, longest first. */
    List<ConnectionId> appeared(Key key) {
        Set<Wait> waits = byMissing.remove(key);
        if (waits == null) return List.of();
        allowance.give(waits.size() * StoredBytes.ofMissing(key));
        var released = new ArrayList<ConnectionId>();
        for (Wait wait : waits) {
            wait.missing().remove(key);
            if (wait.missing().isEmpty()) {
                byConnection.remove(wait.connection());
                released.add(wait.connection());
            }
        }
        return released;
    }

    /**
     * The queue {@code name} holds one value more. One value serves one: looks at who misses the
     * name, longest first, and stops at the first whose wait this ends.
     */
    List<ConnectionId> filled(Key name) {
        Set<Wait> waits = byMissing.get(name);
        if (waits == null) return List.of();
        for (var remaining = waits.iterator(); remaining.hasNext(); ) {
            Wait wait = remaining.next();
            remaining.remove();
            allowance.give(StoredBytes.ofMissing(name));
            if (waits.isEmpty()) byMissing.remove(name);
            wait.missing().remove(name);
            if (wait.missing().isEmpty()) {
                byConnection.remove(wait.connection());
                return List.of(wait.connection());
            }
        }
        return List.of();
    }

    void clear() {
        byConnection.clear();
        byMissing.clear();
    }

    /** What is missed, counted anew. */
    long heldBytes() {
        return byConnection.values().stream()
                .mapToLong(wait -> StoredBytes.ofMissing(wait.missing()))
                .sum();
    }

    /** Both sides agree, nobody waits for nothing, and nobody waits for what is {@code present}. */
    boolean isConsistent(Predicate<Key> present) {
        var expected = new HashMap<Key, Set<Wait>>();
        for (var open : byConnection.entrySet()) {
            Wait wait = open.getValue();
            if (!wait.connection().equals(open.getKey()) || wait.missing().isEmpty()) return false;
            for (Key key : wait.missing()) {
                expected.computeIfAbsent(key, _ -> new HashSet<>()).add(wait);
            }
        }
        return expected.equals(byMissing) && byMissing.keySet().stream().noneMatch(present);
    }

    /** What {@code connection} still waits for. */
    Set<Key> missing(ConnectionId connection) {
        Wait wait = byConnection.get(connection);
        return wait == null ? Set.of() : Collections.unmodifiableSet(wait.missing());
    }

    /** Who waits for {@code key}, longest first. */
    List<ConnectionId> waitingFor(Key key) {
        var connections = new ArrayList<ConnectionId>();
        byMissing.getOrDefault(key, Set.of()).forEach(wait -> connections.add(wait.connection()));
        return connections;
    }
}
