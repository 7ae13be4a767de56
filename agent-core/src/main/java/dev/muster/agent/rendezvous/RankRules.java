package dev.muster.agent.rendezvous;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Deals the workers' ranks in the order of the nodes' ranks (elastic-agent §3.2). */
public final class RankRules {
    private RankRules() {}

    /**
     * Every node's share, in the order of {@code nodes}.
     *
     * @throws ArithmeticException when there are more workers than an int can count
     */
    public static List<AssignedRanks> deal(List<RoleInstanceInfo> nodes) {
        int worldSize = 0;
        Map<String, Integer> roleWorldSizes = new HashMap<>();
        for (RoleInstanceInfo node : nodes) {
            worldSize = Math.addExact(worldSize, node.localWorldSize());
            roleWorldSizes.merge(node.role(), node.localWorldSize(), Math::addExact);
        }
        var shares = new ArrayList<AssignedRanks>(nodes.size());
        int firstRank = 0;
        Map<String, Integer> firstRoleRanks = new HashMap<>();
        for (RoleInstanceInfo node : nodes) {
            shares.add(
                    new AssignedRanks(
                            firstRank,
                            worldSize,
                            firstRoleRanks.getOrDefault(node.role(), 0),
                            roleWorldSizes.getOrDefault(node.role(), 0)));
            firstRank += node.localWorldSize();
            firstRoleRanks.merge(node.role(), node.localWorldSize(), Integer::sum);
        }
        return shares;
    }

    /** The share of one node where all are alike, so that nobody need be asked. */
    public static AssignedRanks dealIdentical(int groupRank, int groupWorldSize, int workers) {
        int firstRank = Math.multiplyExact(groupRank, workers);
        int worldSize = Math.multiplyExact(groupWorldSize, workers);
        return new AssignedRanks(firstRank, worldSize, firstRank, worldSize);
    }
}
