package dev.muster.agent.rendezvous;

/**
 * Where the workers of one node stand among all (elastic-agent §3.2). Its k-th worker has the k-th
 * rank from {@code firstRank} on, and likewise in its role.
 */
public record AssignedRanks(int firstRank, int worldSize, int firstRoleRank, int roleWorldSize) {
    public AssignedRanks {
        check("rank", firstRank, worldSize);
        check("role rank", firstRoleRank, roleWorldSize);
    }

    /** Whether so many workers have their places in this. */
    public boolean holds(int workers) {
        return firstRank <= worldSize - workers && firstRoleRank <= roleWorldSize - workers;
    }

    private static void check(String what, int first, int size) {
        if (first >= 0 && first < size) return;
        throw new IllegalArgumentException(
                "%s: %d (expected: 0..%d)".formatted(what, first, size - 1));
    }
}
