package dev.muster.store.protocol;

import java.util.List;
import java.util.Optional;

/** Everything the store may answer. There is no error answer: it closes the connection instead. */
public sealed interface StoreReply {
    /** Answers GET (a missing key reads as an empty value) and COMPARE_SET. */
    record Got(Value value) implements StoreReply {}

    /** Answers MULTI_GET, in the order asked. */
    record GotAll(List<Value> values) implements StoreReply {
        public GotAll {
            values = List.copyOf(values);
        }
    }

    /**
     * Answers ADD (the new number), GETNUMKEYS, QUEUE_LEN, and DELETE (1 if the key was there, else
     * 0).
     */
    record Number(long value) implements StoreReply {}

    /** Answers CHECK. */
    record Checked(boolean allPresent) implements StoreReply {}

    /** Answers WAIT: all its keys have been there; and BARRIER: enough have arrived. */
    record Released() implements StoreReply {}

    /** Answers CANCEL_WAIT. */
    record WaitCancelled() implements StoreReply {}

    /** Answers PING with its own nonce. */
    record Pong(int nonce) implements StoreReply {}

    /**
     * Answers QUEUE_POP.
     *
     * @param lengthBefore how many there were; the value is empty if that is 0, and only then
     */
    record Popped(long lengthBefore, Optional<Value> value) implements StoreReply {}

    /** Answers WATCH_KEY. */
    record Watching() implements StoreReply {}

    /**
     * Tells a connection that watches {@code key} of a change.
     *
     * @param before empty if the key was created
     * @param after empty if it was deleted
     */
    record Changed(Key key, Change change, Value before, Value after) implements StoreReply {
        public enum Change {
            CREATED,
            REPLACED,
            DELETED
        }
    }

    /** Answers LIST_KEYS. */
    record Listed(List<Key> keys) implements StoreReply {
        public Listed {
            keys = List.copyOf(keys);
        }
    }
}
