package dev.muster.store.keyspace;

import dev.muster.store.protocol.Key;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The open WAITs for so many names that they come in parts, at most one for each connection.
 *
 * <p>Here no name knows who misses it: for a hundred thousand names that would keep the store busy
 * for a tenth of a second, and as long again when the waiter vanishes. A wait goes through its
 * names in order, a part at a time and each as it comes in, and stops at the first that is missing
 * until that comes. Names that come and go behind its back are written down as long as anybody
 * waits, so the latch rule (tcpstore §6) holds as if each had been watched.
 */
final class LongWaits {
    /** Names that are looked at together, in some ten microseconds. */
    static final int PART = 256;

    /** When what is written down takes more, every wait goes through it. */
    private static final long MOST_BYTES_GONE = 16 << 20;

    private static final class Wait {
        private final ConnectionId connection;
        private final long since;
        private final List<Key> names = new ArrayList<>();
        private int next;
        private long heldBytes;
        private boolean complete;

        Wait(ConnectionId connection, long since) {
            this.connection = connection;
            this.since = since;
        }

        /** Whether it misses none of the names that have come in. */
        boolean hasAll() {
            return next == names.size();
        }

        boolean isOver() {
            return complete && hasAll();
        }
    }

    private final Allowance allowance;
    private final Predicate<Key> present;
    private final Map<ConnectionId, Wait> byConnection = new HashMap<>();
    private final Map<Key, Set<Wait>> stopped = new HashMap<>();
    private final Deque<Wait> going = new ArrayDeque<>();
    private final Map<Key, Long> gone = new HashMap<>();
    private long goneBytes;
    private long goings;

    /** What is waited for is taken from {@code allowance}, whether it fits or not. */
    LongWaits(Allowance allowance, Predicate<Key> present) {
        this.allowance = allowance;
        this.present = present;
    }

    /** Whether more names of the wait of {@code connection} are to come. */
    boolean isBegun(ConnectionId connection) {
        Wait wait = byConnection.get(connection);
        return wait != null && !wait.complete;
    }

    /** {@code connection}, which has no complete wait, waits for {@code names} too. */
    void add(ConnectionId connection, List<Key> names) {
        var wait = byConnection.computeIfAbsent(connection, id -> new Wait(id, goings));
        boolean hadAll = wait.hasAll();
        wait.names.addAll(names);
        long more = StoredBytes.ofListed(names);
        wait.heldBytes += more;
        allowance.take(more);
        if (hadAll) look(wait);
    }

    /**
     * There are no more names than the wait of {@code connection} has. Answers whether it is over.
     */
    boolean complete(ConnectionId connection) {
        Wait wait = byConnection.get(connection);
        if (wait == null) throw new IllegalStateException("nothing was begun by " + connection);
        wait.complete = true;
        if (!wait.hasAll()) return false;
        end(connection);
        return true;
    }

    /** Ends the wait of {@code connection} without an answer, if it has one. */
    void end(ConnectionId connection) {
        Wait wait = byConnection.remove(connection);
        if (wait == null) return;
        allowance.give(wait.heldBytes);
        going.remove(wait);
        if (!wait.hasAll()) {
            stopped.computeIfPresent(
                    wait.names.get(wait.next),
                    (_, waits) -> {
                        waits.remove(wait);
                        return waits.isEmpty() ? null : waits;
                    });
        }
        if (byConnection.isEmpty()) forgetGone();
    }

    /** {@code key} is there, as a key or a queue. */
    void appeared(Key key) {
        Set<Wait> waits = stopped.remove(key);
        if (waits == null) return;
        for (Wait wait : waits) {
            wait.next++;
            if (wait.complete || !wait.hasAll()) going.add(wait);
        }
    }

    /** {@code key} was there and is there no more. */
    void disappeared(Key key) {
        if (byConnection.isEmpty()) return;
        long bytes = StoredBytes.ofMissing(key);
        if (gone.put(key, ++goings) == null) {
            goneBytes += bytes;
            allowance.take(bytes);
        }
        if (goneBytes > MOST_BYTES_GONE) catchUp();
    }

    /** Whether some wait has names to look at now. */
    boolean isGoing() {
        return !going.isEmpty();
    }

    /** Looks at some names of one wait. Answers whose wait that ends, if it does. */
    List<ConnectionId> goOn() {
        if (going.isEmpty()) return List.of();
        Wait wait = going.remove();
        look(wait);
        if (!wait.isOver()) return List.of();
        end(wait.connection);
        return List.of(wait.connection);
    }

    /** At a part of what {@code wait}, which neither goes on nor has stopped, has ahead. */
    private void look(Wait wait) {
        int end = Math.min(wait.names.size(), wait.next + PART);
        while (wait.next < end && hasBeenThere(wait, wait.names.get(wait.next))) wait.next++;
        if (wait.hasAll()) return;
        if (wait.next == end) going.add(wait);
        else
            stopped.computeIfAbsent(wait.names.get(wait.next), _ -> new LinkedHashSet<>())
                    .add(wait);
    }

    private boolean hasBeenThere(Wait wait, Key name) {
        return present.test(name) || cameAndWent(wait, name);
    }

    private boolean cameAndWent(Wait wait, Key name) {
        return gone.getOrDefault(name, 0L) > wait.since;
    }

    /** Takes out of every wait what came and went, so that it need not be known any longer. */
    private void catchUp() {
        for (Wait wait : byConnection.values()) {
            var ahead = wait.names.subList(wait.next, wait.names.size());
            ahead.removeIf(name -> cameAndWent(wait, name));
        }
        going.removeIf(wait -> wait.hasAll() && !wait.complete);
        forgetGone();
    }

    private void forgetGone() {
        gone.clear();
        allowance.give(goneBytes);
        goneBytes = 0;
    }

    void clear() {
        byConnection.clear();
        stopped.clear();
        going.clear();
        gone.clear();
        goneBytes = 0;
    }

    /** What {@code connection} has not seen yet: the first it misses, and all behind that. */
    List<Key> ahead(ConnectionId connection) {
        Wait wait = byConnection.get(connection);
        if (wait == null) return List.of();
        return Collections.unmodifiableList(wait.names.subList(wait.next, wait.names.size()));
    }

    /** What is held, counted anew. */
    long heldBytes() {
        long waits = byConnection.values().stream().mapToLong(wait -> wait.heldBytes).sum();
        return waits + StoredBytes.ofMissing(gone.keySet());
    }

    /**
     * Each wait goes on, stands at the name it misses or lacks none, and nothing is kept for none.
     */
    boolean isConsistent() {
        var standing = new HashMap<Key, Set<Wait>>();
        for (Wait wait : byConnection.values()) {
            if (going.contains(wait)) {
                if (wait.hasAll() && !wait.complete) return false;
            } else if (wait.hasAll()) {
                if (wait.complete) return false;
            } else {
                Key missed = wait.names.get(wait.next);
                if (present.test(missed)) return false;
                standing.computeIfAbsent(missed, _ -> new HashSet<>()).add(wait);
            }
        }
        return standing.equals(stopped)
                && byConnection.values().containsAll(going)
                && going.size() == Set.copyOf(going).size()
                && (gone.isEmpty() || !byConnection.isEmpty());
    }
}
