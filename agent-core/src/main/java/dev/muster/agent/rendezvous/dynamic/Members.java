package dev.muster.agent.rendezvous.dynamic;

import dev.muster.agent.rendezvous.Node;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The members of a round as they are written down: a node per line, in the order of their ranks.
 */
final class Members {
    private static final Pattern NODE = Pattern.compile("(.*)_([0-9]{1,18})_([0-9]{1,18})");

    private Members() {}

    static String text(SortedMap<Node, Integer> ranks) {
        return ranks.keySet().stream().map(Node::toString).collect(Collectors.joining("\n"));
    }

    /** What {@code text} says; nobody, where it is nothing that {@link #text} writes. */
    static SortedMap<Node, Integer> read(String text) {
        var ranks = new TreeMap<Node, Integer>();
        for (String line : text.split("\n", -1)) {
            Matcher node = NODE.matcher(line);
            if (!node.matches()) return Collections.emptySortedMap();
            long pid = Long.parseLong(node.group(2));
            long localId = Long.parseLong(node.group(3));
            ranks.put(new Node(node.group(1), pid, localId), ranks.size());
        }
        return ranks;
    }
}
