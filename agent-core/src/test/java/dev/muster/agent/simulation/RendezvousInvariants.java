package dev.muster.agent.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousEffect;
import dev.muster.agent.rendezvous.RendezvousSettings;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.Scaling;
import dev.muster.agent.rendezvous.Seat;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** What must hold whatever happens. */
final class RendezvousInvariants {
    private static final int FEW = 8;

    /** As far as anybody was told. */
    private int leastNodes;

    private int mostNodes;
    private final Map<Long, RendezvousState> completed = new HashMap<>();
    private final Map<Long, SortedMap<Node, Integer>> membersByRound = new HashMap<>();
    private final Map<Node, Long> lastRound = new HashMap<>();
    private final Map<Long, SortedMap<Node, Integer>> membersBefore = new HashMap<>();
    private final Set<Node> unaware = new HashSet<>();
    private boolean forgot;

    RendezvousInvariants(RendezvousSettings settings, SimulatedRendezvousStore store) {
        leastNodes = settings.minNodes();
        mostNodes = settings.maxNodes();
        store.watch(this::changed);
    }

    /** From now on there are nodes that were told so; others have not heard of it yet. */
    void scaled(Scaling scaling) {
        leastNodes = Math.min(leastNodes, scaling.minNodes());
        mostNodes = Math.max(mostNodes, scaling.maxNodes());
    }

    /**
     * The store lost its memory, but no node its own: none gets a rank in a round that it has been
     * in. Who is in a round stays there until the news comes.
     */
    void storeBeganAnew(Collection<SimulatedNode> nodes) {
        forgot = true;
        completed.clear();
        membersBefore.putAll(membersByRound);
        membersByRound.clear();
        nodes.forEach(node -> unaware.add(node.name));
    }

    /** A round is written down again with its ranks, but for those who have left; or all is new. */
    private void writtenAgain(RendezvousState after) {
        var members = membersBefore.get(after.round());
        if (!after.complete() || members == null) return;
        if (members.entrySet().containsAll(after.participants().entrySet())) {
            completed.put(after.round(), after);
            membersByRound.put(after.round(), members);
        }
    }

    /** Of every write. */
    private void changed(RendezvousState before, RendezvousState after) {
        if (before.isSameButForHeartbeats(after)) {
            holds(listed(before).equals(listed(after)), after);
            return;
        }
        holds(after.round() - before.round() <= 1 || forgot, after);
        holds(after.round() >= before.round(), after);
        holds(after.closed() || !before.closed(), after);
        boolean sameRound = after.round() == before.round();
        if (forgot && after.complete() && !before.complete()) writtenAgain(after);
        if (completed.get(after.round()) == after) {
            holds(membersBefore.containsKey(after.round()), after);
        } else if (after.complete() && before.complete() && sameRound) {
            holds(before.participants().keySet().containsAll(after.participants().keySet()), after);
        } else if (after.complete()) {
            int count = after.participants().size();
            holds(count >= leastNodes && count <= mostNodes, after);
            holds(isDense(after.participants().values()), after);
            holds(completed.put(after.round(), after) == null, after);
        }
        var listed = new TreeSet<>(after.participants().keySet());
        listed.addAll(after.waitList());
        listed.addAll(after.redundancyList());
        int places =
                after.participants().size()
                        + after.waitList().size()
                        + after.redundancyList().size();
        holds(listed.size() == places, after);
        holds(listed.equals(after.lastHeartbeats().keySet()), after);
    }

    /** In order, since lists compare quickly. */
    private static List<Node> listed(RendezvousState state) {
        return List.copyOf(state.lastHeartbeats().keySet());
    }

    /** Of every rank that is dealt. */
    void joined(Node node, RendezvousEffect.TellJoined told) {
        unaware.remove(node);
        holds(completed.containsKey(told.round()), told);
        holds(isDense(told.members().values()), told);
        holds(Objects.equals(told.members().get(node), told.groupRank()), told);
        SortedMap<Node, Integer> members =
                membersByRound.computeIfAbsent(told.round(), _ -> told.members());
        holds(members.equals(told.members()), told);
        Long before = lastRound.put(node, told.round());
        holds(before == null || before < told.round(), told);
    }

    /** Of every moment: who is in a round is in it with the same nodes as all others in it. */
    void check(List<SimulatedNode> nodes) {
        if (nodes.size() > FEW) return; // each rank that is dealt is looked at all the same
        for (SimulatedNode node : nodes) {
            if (node.seat() instanceof Seat.Joined joined && !unaware.contains(node.name)) {
                holds(joined.members().equals(membersByRound.get(joined.round())), joined);
                holds(joined.members().containsKey(node.name), joined);
            }
        }
    }

    private static boolean isDense(Collection<Integer> ranks) {
        return List.copyOf(ranks).equals(IntStream.range(0, ranks.size()).boxed().toList());
    }

    private static void holds(boolean condition, Object found) {
        if (!condition) assertThat(found).as("broken invariant").isNull();
    }
}
