package dev.muster.store.collective;

import dev.muster.store.Store;
import dev.muster.store.StoreException;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import java.time.Duration;

/** The count of who has come to a meeting, and the key that the last of them sets. */
record Arrivals(Store store, String keyPrefix, int worldSize) {
    /** What stands under keys that only have to be there. */
    static final Value IGNORED = Value.of("<val_ignored>");

    Key all() {
        return Key.of(keyPrefix + "/last_member");
    }

    /** Counts one more, without waiting for the others. */
    void arrive(Duration atMost) {
        long arrived = store.add(counter(), 1, atMost);
        if (arrived == worldSize) store.set(all(), IGNORED, atMost);
        if (arrived > worldSize) {
            throw new StoreException(
                    "arrived at %s: %d (expected: <= %d); a key prefix is good for one meeting"
                            .formatted(keyPrefix, arrived, worldSize));
        }
    }

    long count(Duration atMost) {
        return store.add(counter(), 0, atMost);
    }

    private Key counter() {
        return Key.of(keyPrefix + "/num_members");
    }
}
