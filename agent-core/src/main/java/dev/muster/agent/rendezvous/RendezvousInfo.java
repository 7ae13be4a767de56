package dev.muster.agent.rendezvous;

import java.util.List;
import java.util.Optional;

/**
 * A complete round with us in it.
 *
 * @param round its number; the static rendezvous has round 0 only
 * @param groupRank this node's place among the nodes
 * @param nodes who is in the round, in the order of their ranks; empty where nobody knows
 * @param worldSize how many nodes are in it
 * @param masterStore where the workers meet, where that is known before ranks are dealt
 */
public record RendezvousInfo(
        RoundStore store,
        long round,
        int groupRank,
        int worldSize,
        List<Node> nodes,
        Optional<RendezvousEndpoint> masterStore) {
    public RendezvousInfo {
        nodes = List.copyOf(nodes);
    }
}
