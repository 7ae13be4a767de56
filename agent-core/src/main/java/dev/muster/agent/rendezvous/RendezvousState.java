package dev.muster.agent.rendezvous;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What all nodes of a run share, and change by compare-and-set (elastic-agent §2.4).
 *
 * @param round counts from 0
 * @param complete whether the round has its members and their ranks
 * @param deadline the end of last call, by the wall clock; empty while there is none
 * @param closed for good
 * @param participants with their ranks, each 0 until the round is complete
 * @param waitList who wants to be in the next round
 * @param redundancyList spares: they replace whoever leaves and disturb nobody
 * @param lastHeartbeats of everybody listed, by the wall clock of each
 */
public record RendezvousState(
        long round,
        boolean complete,
        Optional<Instant> deadline,
        boolean closed,
        SortedMap<Node, Integer> participants,
        SortedSet<Node> waitList,
        SortedSet<Node> redundancyList,
        SortedMap<Node, Instant> lastHeartbeats) {
    /** Before anybody came. */
    public static final RendezvousState EMPTY =
            new RendezvousState(
                    0, false, Optional.empty(), false, Map.of(), Set.of(), Set.of(), Map.of());

    public RendezvousState {
        participants = Collections.unmodifiableSortedMap(new TreeMap<>(participants));
        waitList = Collections.unmodifiableSortedSet(new TreeSet<>(waitList));
        redundancyList = Collections.unmodifiableSortedSet(new TreeSet<>(redundancyList));
        lastHeartbeats = Collections.unmodifiableSortedMap(new TreeMap<>(lastHeartbeats));
    }

    /** The same with other heartbeats. */
    public RendezvousState withHeartbeats(Map<Node, Instant> heartbeats) {
        return new RendezvousState(
                round,
                complete,
                deadline,
                closed,
                participants,
                waitList,
                redundancyList,
                heartbeats);
    }

    /** Whether nobody came, went or was promoted between the two. */
    public boolean isSameButForHeartbeats(RendezvousState other) {
        return round == other.round
                && complete == other.complete
                && closed == other.closed
                && deadline.equals(other.deadline)
                && InOrder.same(participants, other.participants)
                && InOrder.same(waitList, other.waitList)
                && InOrder.same(redundancyList, other.redundancyList);
    }

    public RendezvousState(
            long round,
            boolean complete,
            Optional<Instant> deadline,
            boolean closed,
            Map<Node, Integer> participants,
            Set<Node> waitList,
            Set<Node> redundancyList,
            Map<Node, Instant> lastHeartbeats) {
        this(
                round,
                complete,
                deadline,
                closed,
                new TreeMap<>(participants),
                new TreeSet<>(waitList),
                new TreeSet<>(redundancyList),
                new TreeMap<>(lastHeartbeats));
    }
}
