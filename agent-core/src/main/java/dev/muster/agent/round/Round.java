package dev.muster.agent.round;

import dev.muster.agent.job.Placement;
import dev.muster.agent.job.StoreAddress;
import dev.muster.agent.rendezvous.RendezvousInfo;

/**
 * A complete round in which everybody's workers have their ranks.
 *
 * @param master where the workers of all nodes meet
 */
record Round(RendezvousInfo info, Placement placement, StoreAddress master) {
    /** What people call a node of this round. */
    String nameOf(int groupRank) {
        return groupRank < info.nodes().size()
                ? "node %d (%s)".formatted(groupRank, info.nodes().get(groupRank))
                : "node %d".formatted(groupRank);
    }
}
