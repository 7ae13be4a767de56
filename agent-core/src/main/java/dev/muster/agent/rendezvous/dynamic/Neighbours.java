package dev.muster.agent.rendezvous.dynamic;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousState;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Other jobs in the place where this one meets. Nodes that were given different run ids wait for
 * each other there and never meet (elastic-agent §9), so whoever waits for long looks around.
 */
final class Neighbours {
    private static final Duration FIRST_LOOK = Duration.ofSeconds(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(60);
    private static final int NAMED = 8;

    private final Node me;
    private final Set<String> told = new HashSet<>();
    private Optional<Duration> lookAt = Optional.empty();

    Neighbours(Node me) {
        this.me = me;
    }

    /**
     * Whether to look now. Of those who wait together only the first does: there may be a thousand.
     *
     * @param minNodes without which none begins
     * @param uptime of this node
     */
    boolean isDue(RendezvousState state, int minNodes, Duration uptime) {
        var here = state.participants();
        boolean waits =
                !state.complete()
                        && !state.closed()
                        && here.containsKey(me)
                        && here.size() < minNodes
                        && here.firstKey().equals(me);
        if (!waits) {
            lookAt = Optional.empty();
            return false;
        }
        if (lookAt.isEmpty()) lookAt = Optional.of(uptime.plus(FIRST_LOOK));
        if (uptime.compareTo(lookAt.get()) < 0) return false;
        lookAt = Optional.of(uptime.plus(BETWEEN_LOOKS));
        return true;
    }

    /** What to say of those found; empty when that was said before. */
    Optional<String> told(SortedMap<String, Integer> nodesByRun) {
        if (nodesByRun.isEmpty() || !told.addAll(nodesByRun.keySet())) return Optional.empty();
        String runs =
                nodesByRun.entrySet().stream()
                        .limit(NAMED)
                        .map(run -> "'%s' (%s)".formatted(run.getKey(), nodes(run.getValue())))
                        .collect(Collectors.joining(", "));
        return Optional.of(
                "nodes of other run ids meet in the same place: %s; is --rdzv-id the same on all nodes?"
                        .formatted(runs));
    }

    private static String nodes(int count) {
        return count == 1 ? "1 node" : count + " nodes";
    }
}
