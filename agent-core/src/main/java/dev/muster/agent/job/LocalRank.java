package dev.muster.agent.job;

/**
 * A worker's place among the workers of its own agent, 0 … localWorldSize - 1. It never changes.
 */
public record LocalRank(int value) implements Comparable<LocalRank> {
    public LocalRank {
        if (value < 0) {
            throw new IllegalArgumentException("local rank: " + value + " (expected: >= 0)");
        }
    }

    @Override
    public int compareTo(LocalRank other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
