package dev.muster.agent.rendezvous;

import dev.muster.agent.rendezvous.RendezvousEffect.TellNotice;
import dev.muster.agent.rendezvous.RendezvousEffect.TellScaled;
import dev.muster.agent.rendezvous.RendezvousRules.Step;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How a job gets another number of nodes while it runs. All of ours take what was said last for
 * their own; then the rules are those of a job that was begun so, with one more: a round that has
 * more nodes than it may have is begun anew without some. A round with fewer than it should have
 * goes on, and no other begins before there are enough.
 */
public record ScaleRules(RendezvousSettings settings) {
    /**
     * Why a node where {@code at} cannot tell the others; empty where it can.
     *
     * @param state as last seen
     */
    public Optional<String> obstacle(Standing at, RendezvousState state, Scaling wanted) {
        if (state.closed() || at.seat() instanceof Seat.Over || at.seat() instanceof Seat.Closing) {
            return Optional.of("the rendezvous '%s' is over".formatted(settings.runId()));
        }
        var foreign = new TreeSet<>(at.foreign());
        foreign.retainAll(state.lastHeartbeats().keySet());
        if (!foreign.isEmpty()) return Optional.of(Words.cannotBeTold(foreign));
        var now = settings.scaledTo(at.scaling());
        if (now.minNodes() == wanted.minNodes() && now.maxNodes() == wanted.maxNodes()) {
            return Optional.of("the job may have %s already".formatted(Words.range(now)));
        }
        return Optional.empty();
    }

    /** Who is not ours and comes to a scaled job knows nothing of that. */
    List<RendezvousEffect> untold(Standing at, Set<Node> foreign) {
        var fresh = new TreeSet<>(foreign);
        fresh.removeAll(at.foreign());
        return at.scaling().isEmpty() || fresh.isEmpty()
                ? List.of()
                : List.of(new TellNotice(Words.untold(fresh, settings)));
    }

    /** {@code settings} are those that this node goes by until then. */
    Step scaled(Standing at, Scaling scaling) {
        Standing next = at.with(scaling);
        var now = settings.scaledTo(next.scaling());
        if (now.equals(settings)) {
            String because = "the job may have %s, as before".formatted(Words.range(now));
            return new Step(next, List.of(), because);
        }
        boolean late = at.memory().last().equals(RendezvousState.EMPTY);
        String because =
                late
                        ? Words.scaledBefore(scaling, now, settings)
                        : Words.scaled(scaling, now, settings);
        return new Step(
                next,
                List.of(new TellScaled(scaling.minNodes(), scaling.maxNodes(), because)),
                because);
    }
}
