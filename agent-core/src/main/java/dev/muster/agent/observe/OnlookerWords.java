package dev.muster.agent.observe;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousState;

import java.util.Collection;
import java.util.stream.Collectors;

/** The same in sentences. */
final class OnlookerWords {
    static final String CLOSED =
            "the run id is closed: the job is over or ending, and nobody joins it any more";

    private static final String OVER =
            "the job is over: its run id is closed, and none of its nodes shows a sign of life";

    private static final int NAMED = 8;

    private OnlookerWords() {}

    static String of(Sighting seen) {
        if (seen.trouble().isPresent()) return seen.trouble().get() + shown(seen);
        return seen.state().map(state -> of(state, seen)).orElse("the first look comes next");
    }

    private static String shown(Sighting seen) {
        if (seen.state().isEmpty()) return "";
        boolean over = seen.state().get().closed() && seen.isDeserted();
        return over ? "; the job was over or ending" : "; what is shown was seen before";
    }

    private static String of(RendezvousState state, Sighting seen) {
        if (state.closed()) return seen.isDeserted() ? OVER : CLOSED;
        String all = state.complete() ? running(state) : gathering(state);
        return seen.lost().isEmpty()
                ? all
                : "%s; no sign of life from %s".formatted(all, names(seen.lost()));
    }

    static String gathering(RendezvousState state) {
        if (state.equals(RendezvousState.EMPTY)) return "nobody has come yet";
        String here = "round %d gathers: %s so far".formatted(state.round(), listed(state));
        return state.deadline().isPresent() ? here + ", enough to start; last call" : here;
    }

    private static String running(RendezvousState state) {
        String round = "round %d is running on %s".formatted(state.round(), listed(state));
        int waiting = state.waitList().size();
        return waiting == 0
                ? round
                : "%s; %s for a new one: %s"
                        .formatted(
                                round,
                                waiting == 1 ? "1 node waits" : waiting + " nodes wait",
                                names(state.waitList()));
    }

    private static String listed(RendezvousState state) {
        Collection<Node> members = state.participants().keySet();
        if (members.isEmpty()) return "no node";
        String count = members.size() == 1 ? "1 node" : members.size() + " nodes";
        return "%s (%s)".formatted(count, names(members));
    }

    private static String names(Collection<Node> nodes) {
        String first =
                nodes.stream()
                        .sorted()
                        .limit(NAMED)
                        .map(Node::toString)
                        .collect(Collectors.joining(", "));
        return nodes.size() <= NAMED
                ? first
                : "%s and %d more".formatted(first, nodes.size() - NAMED);
    }
}
