package dev.muster.store.collective;

import dev.muster.store.Store;
import dev.muster.store.StoreTimeout;
import dev.muster.store.client.Deadline;
import dev.muster.store.protocol.Key;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Keys of which each rank sets one.
 *
 * @param before what stands before the rank
 * @param after what stands behind it
 * @param limit for the whole of a search
 */
record RankMarks(Store store, String before, String after, Duration limit) {
    Key of(int rank) {
        return Key.of(before + rank + after);
    }

    /** Those of the ranks from {@code first} to one less than {@code end}. */
    List<Key> of(int first, int end) {
        return IntStream.range(first, end).mapToObj(this::of).toList();
    }

    /** Whether those of all ranks in the range come in time. */
    boolean come(int first, int end, Duration atMost) {
        return comes(store, of(first, end), atMost);
    }

    static boolean comes(Store store, List<Key> keys, Duration atMost) {
        try {
            store.waitFor(keys, atMost);
            return true;
        } catch (StoreTimeout _) {
            return false;
        }
    }

    /** Those in the range whose key is not there. */
    Absent absent(int first, int end) {
        return new RankSearch(this, Deadline.in(limit)).among(first, end);
    }
}
