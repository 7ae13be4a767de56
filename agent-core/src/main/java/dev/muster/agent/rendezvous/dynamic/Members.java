package dev.muster.agent.rendezvous.dynamic;

import dev.muster.agent.rendezvous.Node;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The members of a round as they are written down: a node per line, in the order of their ranks.
 */
final class Members {
    private Members() {}

    static String text(SortedMap<Node, Integer> ranks) {
        return ranks.keySet().stream().map(Node::toString).collect(Collectors.joining("\n"));
    }

    /** What {@code text} says; nobody, where it is nothing that {@link #text} writes. */
    static SortedMap<Node, Integer> read(String text) {
        var ranks = new TreeMap<Node, Integer>();
        for (String line : text.split("\n", -1)) {
            Optional<Node> node = Node.parse(line);
            if (node.isEmpty()) return Collections.emptySortedMap();
            ranks.put(node.get(), ranks.size());
        }
        return ranks;
    }
}
