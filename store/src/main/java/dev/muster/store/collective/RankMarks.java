package dev.muster.store.collective;

import dev.muster.store.Store;
import dev.muster.store.StoreTimeout;
import dev.muster.store.protocol.Key;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Keys of which each rank sets one.
 *
 * @param before what stands before the rank
 * @param after what stands behind it
 * @param limit for each look into the store
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

    /** The ranks in the range whose key is not there, ascending. Halves what is not complete. */
    List<Integer> missing(int first, int end) {
        if (first == end || store.check(of(first, end), limit)) return List.of();
        if (end - first == 1) return List.of(first);
        int middle = (first + end) >>> 1;
        var both = new ArrayList<>(missing(first, middle));
        both.addAll(missing(middle, end));
        return both;
    }
}
