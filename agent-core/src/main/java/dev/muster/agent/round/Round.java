package dev.muster.agent.round;

import dev.muster.agent.job.Placement;
import dev.muster.agent.job.StoreAddress;
import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousInfo;

import java.util.Optional;

/**
 * A complete round in which everybody's workers have their ranks.
 *
 * @param master where the workers of all nodes meet
 * @param jobRestarts how many restarts all of them together have used; absent where not all say it
 */
record Round(
        RendezvousInfo info,
        Placement placement,
        StoreAddress master,
        Optional<Integer> jobRestarts) {
    /** What tells a node of this round from all others, as events name it. */
    String idOf(int groupRank) {
        return groupRank < info.nodes().size()
                ? info.nodes().get(groupRank).toString()
                : "node %d".formatted(groupRank);
    }

    /** What people call a node of this round. */
    String nameOf(int groupRank) {
        if (groupRank >= info.nodes().size()) return "node %d".formatted(groupRank);
        Node node = info.nodes().get(groupRank);
        boolean alone =
                info.nodes().stream()
                                .filter(other -> other.address().equals(node.address()))
                                .count()
                        == 1;
        return "node %d (%s)".formatted(groupRank, alone ? node.address() : node);
    }
}
