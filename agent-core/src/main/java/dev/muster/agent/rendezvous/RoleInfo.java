package dev.muster.agent.rendezvous;

/**
 * What a node says of its workers once a round is complete (elastic-agent §3.2).
 *
 * @param role of all its workers
 * @param groupRank the node's place among the nodes
 * @param localWorldSize how many workers it has, 1 …
 */
public record RoleInfo(String role, int groupRank, int localWorldSize) {
    public RoleInfo {
        if (groupRank < 0) {
            throw new IllegalArgumentException("rank: %d (expected: >= 0)".formatted(groupRank));
        }
        if (localWorldSize < 1) {
            throw new IllegalArgumentException(
                    "local_world_size: %d (expected: >= 1)".formatted(localWorldSize));
        }
    }
}
