package dev.muster.agent.job;

/** A worker's place among the workers of its role, 0 … roleWorldSize - 1. */
public record RoleRank(int value) implements Comparable<RoleRank> {
    public RoleRank {
        if (value < 0) {
            throw new IllegalArgumentException("role rank: " + value + " (expected: >= 0)");
        }
    }

    @Override
    public int compareTo(RoleRank other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
