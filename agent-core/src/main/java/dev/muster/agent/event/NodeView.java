package dev.muster.agent.event;

/**
 * One node of a rendezvous, as last seen.
 *
 * @param name tells it from all others: address, process id and a count
 * @param address as it gives it itself
 * @param groupRank its place among the nodes; counts only for members of a complete round
 */
public record NodeView(String name, String address, Standing standing, int groupRank) {
    /** What a node is there for. */
    public enum Standing {
        MEMBER,
        /** Wants to be in the next round. */
        WAITING,
        /** Replaces whoever goes. */
        SPARE
    }
}
