package dev.muster.agent.rendezvous;

import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** Nodes that are in order already, so that one walk along both sides compares them. */
final class InOrder {
    private InOrder() {}

    /** Whether both have the same nodes, with what is equal behind each. */
    static boolean same(SortedMap<Node, ?> one, SortedMap<Node, ?> other) {
        return one.size() == other.size() && sameInTurn(one.entrySet(), other.entrySet());
    }

    static boolean same(SortedSet<Node> one, SortedSet<Node> other) {
        return one.size() == other.size() && sameInTurn(one, other);
    }

    private static boolean sameInTurn(Iterable<?> one, Iterable<?> other) {
        var beside = other.iterator();
        for (Object each : one) {
            if (!each.equals(beside.next())) return false;
        }
        return true;
    }

    /** Those of {@code nodes}, which are in order, that are no keys of {@code others}. */
    static SortedSet<Node> without(Iterable<Node> nodes, SortedMap<Node, ?> others) {
        var missing = new TreeSet<Node>();
        var ahead = others.keySet().iterator();
        Optional<Node> next = Optional.empty();
        for (Node node : nodes) {
            while (ahead.hasNext() && next.filter(other -> other.compareTo(node) >= 0).isEmpty()) {
                next = Optional.of(ahead.next());
            }
            if (next.filter(node::equals).isEmpty()) missing.add(node);
        }
        return missing;
    }
}
