package dev.muster.agent.rendezvous.dynamic;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousState;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which of those listed are ours, and whether they were told the same as we. */
final class Newcomers {
    private final Node me;
    private final String told;
    private final Optional<String> likeUs;

    /** What each was told; empty for those that are not ours. */
    private final Map<Node, Optional<String>> known = new HashMap<>();

    private final Set<String> complained = new HashSet<>();

    /**
     * @param told what we were told: {@code min:max} nodes
     */
    Newcomers(Node me, String told) {
        this.me = me;
        this.told = told;
        this.likeUs = Optional.of(told);
    }

    /** Who is listed in {@code state} and has not been looked at. Who is gone is forgotten. */
    Set<Node> unknown(RendezvousState state) {
        Set<Node> listed = state.lastHeartbeats().keySet();
        known.keySet().retainAll(listed);
        return listed.stream()
                .filter(node -> !node.equals(me) && !known.containsKey(node))
                .collect(Collectors.toSet());
    }

    /** Remembers what was found out about {@code looked}; what is to be said about it. */
    Set<String> learn(Set<Node> looked, Map<Node, String> ours) {
        var notices = new HashSet<String>();
        for (Node node : looked) {
            var theirs = Optional.ofNullable(ours.get(node));
            boolean same = theirs.equals(likeUs);
            known.put(node, same ? likeUs : theirs); // a thousand equal texts would be a thousand
            theirs.filter(other -> !other.equals(told) && complained.add(other))
                    .ifPresent(other -> notices.add(differs(node, other)));
        }
        return notices;
    }

    Set<Node> foreign() {
        return known.entrySet().stream()
                .filter(each -> each.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private String differs(Node node, String theirs) {
        return ("%s was told to be one of %s nodes, this node one of %s: each goes by its own, so"
                        + " start all with the same --nnodes")
                .formatted(node.address(), theirs, told);
    }
}
