package dev.muster.agent.rendezvous;

import dev.muster.agent.rendezvous.RendezvousEffect.Rejoin;
import dev.muster.agent.rendezvous.RendezvousEffect.StopJob;
import dev.muster.agent.rendezvous.RendezvousEffect.TellClosed;
import dev.muster.agent.rendezvous.RendezvousEffect.TellCrowded;
import dev.muster.agent.rendezvous.RendezvousEffect.TellLeft;
import dev.muster.agent.rendezvous.RendezvousEffect.TellLost;
import dev.muster.agent.rendezvous.RendezvousEffect.TellWaiting;
import dev.muster.agent.rendezvous.RendezvousRules.Step;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * What a member of a complete round watches for: members who go, nodes that want to come, nodes
 * that are too many, the end. It shows that it lives until it leaves, also while its workers stop.
 */
record RoundRules(Node me, RendezvousSettings settings) {
    Step joined(Seat.Joined seat, View view) {
        if (!view.isIn() || view.state().round() != seat.round()) return dropped(seat, view);
        var effects = new ArrayList<RendezvousEffect>();
        String because = Words.running(seat, view);
        boolean moveOn = seat.moveOn();

        SortedSet<Node> gone =
                InOrder.without(seat.members().keySet(), view.state().participants());
        List<Node> news = gone.stream().filter(node -> !seat.gone().contains(node)).toList();
        Optional<String> reaction =
                moveOn || news.isEmpty() ? Optional.empty() : reaction(news, view);
        for (Node node : news) {
            boolean last = node.equals(news.getLast());
            String then = last ? reaction.map("; "::concat).orElse("") : "";
            because = tellGone(node, then, view, effects);
        }
        if (reaction.isPresent()) {
            moveOn = true;
            effects.add(
                    settings.onNodeLoss() == NodeLossPolicy.STOP
                            ? new StopJob(because)
                            : new Rejoin(because));
        }

        // a round that is full can take nobody in, and would start anew for nothing
        SortedSet<Node> waiting =
                view.isFull() || view.needsMore()
                        ? Collections.emptySortedSet()
                        : view.state().waitList();
        if (!waiting.equals(seat.waiting())) {
            because = Words.nodesWaiting(waiting);
            effects.add(new TellWaiting(waiting, because));
        }
        boolean crowded = view.isCrowded();
        if (crowded && !seat.crowded()) {
            because = Words.crowded(view);
            effects.add(new TellCrowded(because));
        }
        boolean closed = view.state().closed();
        if (closed && !seat.closed()) {
            because = "the rendezvous '%s' was closed by another node".formatted(settings.runId());
            boolean ours = Collections.disjoint(view.at().foreign(), seat.members().keySet());
            effects.add(new TellClosed(ours && gone.isEmpty(), because));
        }
        var next =
                new Seat.Joined(
                        seat.round(), seat.members(), gone, waiting, crowded, moveOn, closed);
        return view.stay(effects, next, Optional.empty(), because);
    }

    /**
     * Who leaves says so by a heartbeat that was there until the end; who is lost fell silent. What
     * happened while this node did not look, it cannot tell.
     *
     * @param then what comes of it: said in the same breath, so that it is said once
     */
    private static String tellGone(
            Node node, String then, View view, List<RendezvousEffect> effects) {
        Optional<Duration> silence = view.lostFor(node);
        if (silence.isEmpty()) {
            String went = view.isUnclear(node) ? Words.gone(node, view) : Words.left(node, view);
            String because = went + then;
            effects.add(new TellLeft(node, because));
            return because;
        }
        String because = Words.lost(node, silence.get(), view) + then;
        effects.add(new TellLost(node, silence.get(), because));
        return because;
    }

    /**
     * The policy for what is news. Who leaves is not a reason to end the job. Where it is not clear
     * whether somebody did, whoever took him off the list knows, and closes the job if need be.
     */
    private Optional<String> reaction(List<Node> gone, View view) {
        return switch (settings.onNodeLoss()) {
            case REFORM -> Optional.of(Words.reforming(view));
            case WAIT -> Optional.empty();
            case STOP ->
                    gone.stream().anyMatch(node -> view.lostFor(node).isPresent())
                            ? Optional.of(Words.ENDS_THE_JOB)
                            : Optional.empty();
        };
    }

    /** The others went on without us, or the store begins anew: our ranks are void. */
    private static Step dropped(Seat.Joined seat, View view) {
        String because = Words.dropped(seat, view);
        var next =
                new Seat.Joined(
                        seat.round(),
                        seat.members(),
                        seat.gone(),
                        seat.waiting(),
                        seat.crowded(),
                        true,
                        seat.closed());
        List<RendezvousEffect> tell = seat.moveOn() ? List.of() : List.of(new Rejoin(because));
        return view.stay(tell, next, Optional.empty(), because);
    }
}
