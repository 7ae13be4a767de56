package dev.muster.store.collective;

import dev.muster.store.protocol.Limits;

/** Who can meet at all: some, numbered from 0. */
final class Members {
    private Members() {}

    static void check(int worldSize) {
        if (worldSize <= 0) {
            throw new IllegalArgumentException(
                    "world size: %d (expected: > 0)".formatted(worldSize));
        }
    }

    /** One of them that asks for all the others by name: no request can name more. */
    static void check(int rank, int worldSize) {
        check(worldSize);
        int most = Limits.DEFAULT.maxNames();
        if (worldSize > most) {
            throw new IllegalArgumentException(
                    "world size: %d (expected: <= %d)".formatted(worldSize, most));
        }
        if (rank < 0 || rank >= worldSize) {
            throw new IllegalArgumentException(
                    "rank: %d (expected: 0..%d)".formatted(rank, worldSize - 1));
        }
    }
}
