package dev.muster.store.collective;

/** Who can meet at all: some, numbered from 0. */
final class Members {
    private Members() {}

    static void check(int worldSize) {
        if (worldSize <= 0) {
            throw new IllegalArgumentException(
                    "world size: %d (expected: > 0)".formatted(worldSize));
        }
    }

    static void check(int rank, int worldSize) {
        check(worldSize);
        if (rank < 0 || rank >= worldSize) {
            throw new IllegalArgumentException(
                    "rank: %d (expected: 0..%d)".formatted(rank, worldSize - 1));
        }
    }
}
