package dev.muster.store;

import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A key-value store as its users see it. Every call blocks for {@code atMost} at the longest and
 * then throws {@link StoreTimeout}; a store that is gone throws {@link StoreLost}.
 */
public interface Store extends AutoCloseable {
    /** Creates or replaces. Returns when the request has left, which is before it has arrived. */
    void set(Key key, Value value, Duration atMost);

    /** The value of {@code key}, awaited if it is not there yet. */
    Value get(Key key, Duration atMost);

    /**
     * Adds {@code delta} to the decimal number under {@code key} and answers the sum. A missing key
     * counts as 0 and is created, so adding 0 reads a counter without waiting for it.
     */
    long add(Key key, long delta, Duration atMost);

    /** Whether all {@code keys} are there now. */
    boolean check(List<Key> keys, Duration atMost);

    /** Returns once each of {@code keys} has been there, if only for a moment. */
    void waitFor(List<Key> keys, Duration atMost);

    /**
     * Stores {@code desired} if {@code expected} is there, or if nothing is and {@code expected} is
     * empty.
     *
     * @return what is there afterwards, or {@code expected} where nothing is
     */
    Value compareSet(Key key, Value expected, Value desired, Duration atMost);

    /** Whether {@code key} was there to be deleted. */
    boolean delete(Key key, Duration atMost);

    /** How many keys there are, those of other users included. */
    long numKeys(Duration atMost);

    /** Lengthens the value of {@code key}, or creates it. Returns when the request has left. */
    void append(Key key, Value tail, Duration atMost);

    /** The values of {@code keys} in that order, awaited if they are not all there yet. */
    List<Value> multiGet(List<Key> keys, Duration atMost);

    /** Sets all of {@code entries} in the map's order. Returns when the request has left. */
    void multiSet(Map<Key, Value> entries, Duration atMost);

    /** Lengthens the queue {@code name}. Returns when the request has left. */
    void queuePush(Key name, Value value, Duration atMost);

    /** Takes what has been longest in the queue {@code name}, awaited if that is empty. */
    Value queuePop(Key name, Duration atMost);

    /** Takes what has been longest in the queue {@code name}; empty if there is nothing now. */
    Optional<Value> queuePoll(Key name, Duration atMost);

    /** How many values the queue {@code name} holds now. */
    long queueLength(Key name, Duration atMost);

    /** All keys, those of other users included, in any order. */
    List<Key> listKeys(Duration atMost);

    /**
     * Returns once {@code worldSize} have arrived at {@code key}, which is good for one barrier.
     * Who gives up stays counted.
     */
    void barrier(Key key, long worldSize, Duration atMost);

    /** Ends the use of this store by this client; what it stored stays. */
    @Override
    void close();
}
