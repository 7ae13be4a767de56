package dev.muster.agent.rendezvous;

import dev.muster.agent.event.NodeView;
import dev.muster.agent.event.NodeView.Standing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everybody who is listed in a state, as it is shown. */
public final class NodeViews {
    private NodeViews() {}

    /** Of nodes whose heartbeats are nobody's business here. */
    public static List<NodeView> of(RendezvousState state) {
        return of(state, Map.of());
    }

    /**
     * @param heardAt when each node's heartbeat was last seen to change, where it was
     */
    public static List<NodeView> of(RendezvousState state, Map<Node, Instant> heardAt) {
        var nodes = new ArrayList<NodeView>();
        state.participants()
                .forEach(
                        (node, groupRank) ->
                                nodes.add(view(node, Standing.MEMBER, groupRank, heardAt)));
        state.waitList().forEach(node -> nodes.add(view(node, Standing.WAITING, 0, heardAt)));
        state.redundancyList().forEach(node -> nodes.add(view(node, Standing.SPARE, 0, heardAt)));
        return nodes;
    }

    private static NodeView view(
            Node node, Standing standing, int groupRank, Map<Node, Instant> heardAt) {
        return new NodeView(
                node.toString(),
                node.address(),
                standing,
                groupRank,
                Optional.ofNullable(heardAt.get(node)));
    }
}
