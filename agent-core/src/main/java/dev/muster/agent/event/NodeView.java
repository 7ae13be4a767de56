package dev.muster.agent.event;

import java.time.Instant;
import java.util.Optional;

/**
 * One node of a rendezvous, as last seen.
 *
 * @param name tells it from all others: address, process id and a count
 * @param address as it gives it itself
 * @param groupRank its place among the nodes; counts only for members of a complete round
 * @param heardAt when its last sign of life came, by the clock of whoever watches; empty where
 *     nobody counts, or before one came
 */
public record NodeView(
        String name, String address, Standing standing, int groupRank, Optional<Instant> heardAt) {
    /** Of whose signs of life nobody keeps account. */
    public NodeView(String name, String address, Standing standing, int groupRank) {
        this(name, address, standing, groupRank, Optional.empty());
    }

    /** What a node is there for. */
    public enum Standing {
        MEMBER,
        /** Wants to be in the next round. */
        WAITING,
        /** Replaces whoever goes. */
        SPARE
    }
}
