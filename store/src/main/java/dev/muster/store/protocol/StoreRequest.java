package dev.muster.store.protocol;

import java.util.List;

/**
 * Everything a client may ask of the store.
 *
 * <p>SET, APPEND and MULTI_SET have no answer; WAIT has one only when its keys are there. No
 * request has a time limit of its own: the client keeps the clock and sends {@link CancelWait}.
 */
public sealed interface StoreRequest {
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

    /** Ends the open WAIT, and is answered also when none is open. */
    record CancelWait() implements StoreRequest {}

    record Ping(int nonce) implements StoreRequest {}
}
