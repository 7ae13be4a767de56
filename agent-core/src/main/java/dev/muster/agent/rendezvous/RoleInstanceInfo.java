package dev.muster.agent.rendezvous;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a node says of its workers once a round is complete (elastic-agent §3.2). They are ordered
 * by role, and within a role by the node's place.
 *
 * @param role of all its workers
 * @param groupRank the node's place among the nodes
 * @param localWorldSize how many workers it has, 1 …
 */
public record RoleInstanceInfo(String role, int groupRank, int localWorldSize)
        implements Comparable<RoleInstanceInfo> {
    private static final Comparator<RoleInstanceInfo> BY_ROLE_AND_PLACE =
            Comparator.comparing(RoleInstanceInfo::role)
                    .thenComparingInt(RoleInstanceInfo::groupRank)
                    .thenComparingInt(RoleInstanceInfo::localWorldSize);

    public RoleInstanceInfo {
        if (groupRank < 0) {
            throw new IllegalArgumentException("rank: %d (expected: >= 0)".formatted(groupRank));
        }
        if (localWorldSize < 1) {
            throw new IllegalArgumentException(
                    "local_world_size: %d (expected: >= 1)".formatted(localWorldSize));
        }
    }

    /**
     * Where a role stands among nodes in their order.
     *
     * @return the indices of its nodes, ascending and without gaps; none when nobody has the role
     */
    public static IntStream boundaries(List<RoleInstanceInfo> sorted, String role) {
        return IntStream.range(0, sorted.size())
                .filter(index -> sorted.get(index).role().equals(role));
    }

    @Override
    public int compareTo(RoleInstanceInfo other) {
        return BY_ROLE_AND_PLACE.compare(this, other);
    }
}
