package dev.muster.agent.rendezvous;

import java.time.Duration;
import java.util.List;

/**
 * The store of one round, seen through the prefix that is the round's own. Every call blocks for at
 * most the time given and throws {@link RendezvousException.TimedOut} when that is over, and {@link
 * RendezvousException.Unreachable} when the store is gone.
 */
public interface RoundStore {
    void set(String key, byte[] value, Duration atMost);

    /** The value of {@code key}, awaited if it is not there yet. */
    byte[] get(String key, Duration atMost);

    /** The values of {@code keys} in that order, awaited if they are not all there yet. */
    List<byte[]> multiGet(List<String> keys, Duration atMost);

    /** The same store through the prefix of another round of this run id. */
    RoundStore ofRound(long round);

    /** Adds to a counter, which begins at 0, and answers the sum. */
    long add(String key, long delta, Duration atMost);
}
