package dev.muster.store;

import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.Value;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A key-value store as its users see it, from any thread. Every call blocks for {@code atMost} at
 * the longest and then throws {@link StoreTimeout}; a store that is gone throws {@link StoreLost},
 * and an interrupted thread {@link StoreException}. A call that waits for something holds up no
 * other.
 *
 * <p>What is larger than {@link Limits#DEFAULT} is refused with an {@link IllegalArgumentException}
 * before anything is sent: servers, PyTorch's own included, cut off who sends it.
 *
 * <p>A {@link Key} is the name on the wire. {@link Key#of} makes the one that a PyTorch script
 * means by the same text, on its {@code TCPStore} as well as on its {@code PrefixStore}s.
 */
public interface Store extends AutoCloseable {
    /** The same store without blocking. */
    AsyncStore async();

    /** Creates or replaces. Returns when the request has left, which is before it has arrived. */
    default void set(Key key, Value value, Duration atMost) {
        Awaiting.result("set", async().set(key, value, atMost));
    }

    /** The value of {@code key}, awaited if it is not there yet. */
    default Value get(Key key, Duration atMost) {
        return Awaiting.result("get", async().get(key, atMost));
    }

    /**
     * Adds {@code delta} to the decimal number under {@code key} and answers the sum. A missing key
     * counts as 0 and is created, so adding 0 reads a counter without waiting for it.
     */
    default long add(Key key, long delta, Duration atMost) {
        return Awaiting.result("add", async().add(key, delta, atMost));
    }

    /** Whether all {@code keys} are there now. */
    default boolean check(List<Key> keys, Duration atMost) {
        return Awaiting.result("check", async().check(keys, atMost));
    }

    /** Returns once each of {@code keys} has been there, if only for a moment. */
    default void waitFor(List<Key> keys, Duration atMost) {
        Awaiting.result("waitFor", async().waitFor(keys, atMost));
    }

    /**
     * Stores {@code desired} if {@code expected} is there, or if nothing is and {@code expected} is
     * empty.
     *
     * @return what is there afterwards, or {@code expected} where nothing is
     */
    default Value compareSet(Key key, Value expected, Value desired, Duration atMost) {
        return Awaiting.result("compareSet", async().compareSet(key, expected, desired, atMost));
    }

    /** Whether {@code key} was there to be deleted. */
    default boolean delete(Key key, Duration atMost) {
        return Awaiting.result("delete", async().delete(key, atMost));
    }

    /** How many keys there are, those of other users included. */
    default long numKeys(Duration atMost) {
        return Awaiting.result("numKeys", async().numKeys(atMost));
    }

    /** Lengthens the value of {@code key}, or creates it. Returns when the request has left. */
    default void append(Key key, Value tail, Duration atMost) {
        Awaiting.result("append", async().append(key, tail, atMost));
    }

    /** The values of {@code keys} in that order, awaited if they are not all there yet. */
    default List<Value> multiGet(List<Key> keys, Duration atMost) {
        return Awaiting.result("multiGet", async().multiGet(keys, atMost));
    }

    /** Sets all of {@code entries} in the map's order. Returns when the request has left. */
    default void multiSet(Map<Key, Value> entries, Duration atMost) {
        Awaiting.result("multiSet", async().multiSet(entries, atMost));
    }

    /** Lengthens the queue {@code name}. Returns when the request has left. */
    default void queuePush(Key name, Value value, Duration atMost) {
        Awaiting.result("queuePush", async().queuePush(name, value, atMost));
    }

    /** Takes what has been longest in the queue {@code name}, awaited if that is empty. */
    default Value queuePop(Key name, Duration atMost) {
        return Awaiting.result("queuePop", async().queuePop(name, atMost));
    }

    /** Takes what has been longest in the queue {@code name}; empty if there is nothing now. */
    default Optional<Value> queuePoll(Key name, Duration atMost) {
        return Awaiting.result("queuePoll", async().queuePoll(name, atMost));
    }

    /** How many values the queue {@code name} holds now. */
    default long queueLength(Key name, Duration atMost) {
        return Awaiting.result("queueLength", async().queueLength(name, atMost));
    }

    /** All keys, those of other users included, in any order. */
    default List<Key> listKeys(Duration atMost) {
        return Awaiting.result("listKeys", async().listKeys(atMost));
    }

    /**
     * Returns once {@code worldSize} have arrived at {@code key}, which is good for one barrier.
     * Who gives up stays counted.
     */
    default void barrier(Key key, long worldSize, Duration atMost) {
        Awaiting.result("barrier", async().barrier(key, worldSize, atMost));
    }

    /** Ends the use of this store by this client; what it stored stays. */
    @Override
    void close();
}
