package dev.muster.store.protocol;

import java.util.List;

/**
 * Everything a client may ask of the store.
 *
 * <p>SET, APPEND, MULTI_SET and QUEUE_PUSH have no answer; WAIT and BARRIER have one only when what
 * they wait for has come. No request has a time limit of its own: the client keeps the clock and
 * sends {@link CancelWait}.
 *
 * <p>Where a request has a great many names they reach the keyspace in parts, with others served in
 * between: such a MULTI_SET as several, a WAIT, CHECK or MULTI_GET after its {@link Beginning}.
 */
public sealed interface StoreRequest extends Incoming {
    record Set(Key key, Value value) implements StoreRequest {}

    /**
     * Stores {@code desired} if {@code expected} is there, or if nothing is and {@code expected} is
     * empty.
     */
    record CompareSet(Key key, Value expected, Value desired) implements StoreRequest {}

    record Get(Key key) implements StoreRequest {}

    /** Adds to the decimal number under {@code key}; a missing key counts as 0 and is created. */
    record Add(Key key, long delta) implements StoreRequest {}

    /** Asks whether all {@code keys} are there. */
    record Check(List<Key> keys) implements StoreRequest {
        public Check {
            keys = List.copyOf(keys);
        }
    }

    /** Asks for an answer once each of {@code keys} has been there, if only for a moment. */
    record Wait(List<Key> keys) implements StoreRequest {
        public Wait {
            keys = List.copyOf(keys);
        }
    }

    record GetNumKeys() implements StoreRequest {}

    record Delete(Key key) implements StoreRequest {}

    record Append(Key key, Value tail) implements StoreRequest {}

    record MultiGet(List<Key> keys) implements StoreRequest {
        public MultiGet {
            keys = List.copyOf(keys);
        }
    }

    /** As many SETs, in order. */
    record MultiSet(List<Entry> entries) implements StoreRequest {
        public MultiSet {
            entries = List.copyOf(entries);
        }
    }

    /** Ends the open WAIT or BARRIER, and is answered also when none is open. */
    record CancelWait() implements StoreRequest {}

    record Ping(int nonce) implements StoreRequest {}

    /**
     * Lengthens the queue {@code name}, which is not the key of that name, and wakes one waiter.
     */
    record QueuePush(Key name, Value value) implements StoreRequest {}

    /** Takes what has been longest in the queue {@code name}, without waiting for anything. */
    record QueuePop(Key name) implements StoreRequest {}

    record QueueLength(Key name) implements StoreRequest {}

    /** Asks for the names of all keys, in any order; queues have none. */
    record ListKeys() implements StoreRequest {}

    /**
     * Adds 1 to the number under {@code key} and asks for an answer once that is at least {@code
     * worldSize}. Nothing ever takes it back, so a key is good for one barrier.
     */
    record Barrier(Key key, long worldSize) implements StoreRequest {}

    /** Asks to be told of each change of {@code key} for as long as the connection lasts. */
    record Watch(Key key) implements StoreRequest {}
}
