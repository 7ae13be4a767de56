package dev.muster.agent.job;

/**
 * Where this node's workers stand in the job, in one round. The k-th of them has the k-th rank from
 * {@code firstRank} on, and likewise in its role.
 *
 * @param groupRank this node's place among the nodes
 */
public record Placement(
        int groupRank,
        int groupWorldSize,
        int firstRank,
        int worldSize,
        int firstRoleRank,
        int roleWorldSize) {

    /** Of a job that has one node only. */
    public static Placement alone(int workers) {
        return new Placement(0, 1, 0, workers, 0, workers);
    }

    public Rank rankOf(LocalRank worker) {
        return new Rank(firstRank + worker.value());
    }

    public RoleRank roleRankOf(LocalRank worker) {
        return new RoleRank(firstRoleRank + worker.value());
    }
}
