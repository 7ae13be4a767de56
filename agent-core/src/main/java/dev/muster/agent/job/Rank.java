package dev.muster.agent.job;

/**
 * A worker's place among all workers of the job, 0 … worldSize - 1. It may change at every
 * rendezvous.
 */
public record Rank(int value) implements Comparable<Rank> {
    public Rank {
        if (value < 0) {
            throw new IllegalArgumentException("rank: " + value + " (expected: >= 0)");
        }
    }

    @Override
    public int compareTo(Rank other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
