package dev.muster.agent.rendezvous;

import dev.muster.agent.rendezvous.RendezvousEffect.StopJob;
import dev.muster.agent.rendezvous.RendezvousEffect.TellLost;
import dev.muster.agent.rendezvous.RendezvousRules.Step;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * What a node on its way to the next round watches for: members of its last round who fall silent.
 * Their loss may be why it is on its way, and is told as it is in a round. Who has been in none, as
 * a spare, waits for those in the round under way, and hears of them.
 */
record LastRoundRules(RendezvousSettings settings) {
    /**
     * {@code step}, and before it who was found lost.
     *
     * @param silent who is
     * @param vanished who was taken off the lists since the last look
     */
    Step watching(View view, Set<Node> silent, Supplier<Set<Node>> vanished, Step step) {
        if (!isOnItsWay(view.at().seat())) return step;
        var gone = new TreeSet<>(silent);
        gone.addAll(vanished.get());
        gone.remove(view.me());
        var told = new HashSet<>(view.at().lost());
        var effects = new ArrayList<RendezvousEffect>();
        boolean member = !view.at().lastMembers().isEmpty();
        Set<Node> watched =
                member
                        ? view.at().lastMembers()
                        : view.at().memory().last().participants().keySet();
        for (Node node : gone) {
            if (!watched.contains(node) || told.contains(node)) continue;
            Optional<Duration> silence = view.lostFor(node);
            if (silence.isEmpty()) continue;
            told.add(node);
            boolean ends =
                    member && settings.onNodeLoss() == NodeLossPolicy.STOP && !view.isSpare();
            String loss =
                    member
                            ? Words.lostFromLastRound(node, silence.get(), view)
                            : Words.lost(node, silence.get(), view);
            String because = ends ? loss + "; " + Words.ENDS_THE_JOB : loss;
            effects.add(new TellLost(node, silence.get(), because));
            if (ends) effects.add(new StopJob(because));
        }
        if (effects.isEmpty()) return step;
        effects.addAll(step.effects());
        return new Step(step.next().withLost(told), effects, step.because());
    }

    private static boolean isOnItsWay(Seat seat) {
        return switch (seat) {
            case Seat.Leaving(_, var andJoin) -> andJoin;
            case Seat.Joining _, Seat.Confirming _ -> true;
            case Seat.Outside _, Seat.Joined _, Seat.Closing _, Seat.Over _ -> false;
        };
    }
}
