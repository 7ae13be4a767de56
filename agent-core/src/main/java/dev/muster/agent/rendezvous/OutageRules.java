package dev.muster.agent.rendezvous;

import dev.muster.agent.rendezvous.Memory.Absence;
import dev.muster.agent.rendezvous.RendezvousEffect.End;
import dev.muster.agent.rendezvous.RendezvousEffect.Rejoin;
import dev.muster.agent.rendezvous.RendezvousEffect.StopJob;
import dev.muster.agent.rendezvous.RendezvousEffect.TakeOver;
import dev.muster.agent.rendezvous.RendezvousEffect.TellLost;
import dev.muster.agent.rendezvous.RendezvousEffect.TellUnreachable;
import dev.muster.agent.rendezvous.RendezvousEffect.WakeAt;
import dev.muster.agent.rendezvous.RendezvousRules.Step;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What a node does while the shared state cannot be had. Whoever still wants to meet the others
 * serves it itself where it may. Workers need nothing of the rendezvous and run on. If a member of
 * the round served it, they do so for as long as a node may be silent; then that member counts as
 * lost, with its workers, and the policy for that is followed. An etcd, or a store that no member
 * serves, says nothing of the others by its silence: nothing is decided before it answers.
 */
record OutageRules(Node me, RendezvousSettings settings) {
    /** Nobody waits for a goodbye: whoever does not hear it notices a node that fell silent. */
    private static final Duration TIME_FOR_GOODBYE = Duration.ofSeconds(5);

    Step unreachable(Standing before, RendezvousInput.Unreachable outage, Moment now) {
        Absence absence = before.memory().absence();
        Standing at = before.with(before.memory().with(Absence.TOLD));
        Optional<Duration> limit = limit(at, outage);
        var words = new OutageWords(at, settings, outage, limit, now);
        boolean isPast = limit.filter(when -> now.uptime().compareTo(when) >= 0).isPresent();
        if (isPast && !(at.seat() instanceof Seat.Joined)) {
            return end(at, Seat.Ending.UNREACHABLE, words.givenUp());
        }
        var effects = new ArrayList<RendezvousEffect>();
        if (absence == Absence.NONE) effects.add(new TellUnreachable(words.begins(isSpare(at))));
        if (isPast || absence == Absence.ACTED_ON) {
            at = at.with(at.memory().with(Absence.ACTED_ON));
            if (absence != Absence.ACTED_ON) at = acting(at, outage, words, effects);
        } else {
            limit.ifPresent(when -> effects.add(new WakeAt(when)));
        }
        if (wantsIn(at.seat())) effects.add(new TakeOver());
        return new Step(at, effects, words.lasts());
    }

    /** Whoever served the store counts as lost with it. */
    private Standing acting(
            Standing at,
            RendezvousInput.Unreachable outage,
            OutageWords words,
            List<RendezvousEffect> effects) {
        if (!(at.seat() instanceof Seat.Joined seat)) return at;
        String because = words.tooLong();
        var gone = new TreeSet<>(seat.gone());
        Optional<Node> lost = outage.host().filter(seat.members()::containsKey);
        if (lost.filter(host -> !host.equals(me) && gone.add(host)).isPresent()) {
            effects.add(new TellLost(lost.get(), words.silence(lost.get()), because));
        } else {
            effects.add(new TellUnreachable(because));
        }
        boolean waits = settings.onNodeLoss() == NodeLossPolicy.WAIT;
        if (!waits && !seat.moveOn()) {
            effects.add(
                    settings.onNodeLoss() == NodeLossPolicy.STOP
                            ? new StopJob(because)
                            : new Rejoin(because));
        }
        boolean moveOn = seat.moveOn() || !waits;
        return at.with(
                new Seat.Joined(
                        seat.round(),
                        seat.members(),
                        gone,
                        seat.waiting(),
                        seat.crowded(),
                        moveOn,
                        seat.closed()));
    }

    /**
     * When patience ends; empty if it does not. A joiner may have been near its deadline when the
     * outage began, so for it the outage must have lasted a while as well; a spare has its join
     * timeout afresh.
     */
    private Optional<Duration> limit(Standing at, RendezvousInput.Unreachable outage) {
        Duration since = outage.since();
        Duration lasting = since.plus(settings.silenceLimit());
        Duration unheard = since.plus(TIME_FOR_GOODBYE);
        return switch (at.seat()) {
            case Seat.Outside _, Seat.Over _ -> Optional.empty();
            case Seat.Joined seat ->
                    isMembers(seat, at, outage) ? Optional.of(lasting) : Optional.empty();
            case Seat.Leaving(var deadline, var andJoin) ->
                    Optional.of(andJoin ? later(deadline, lasting) : earlier(deadline, unheard));
            case Seat.Joining(var deadline) ->
                    Optional.of(
                            later(
                                    isSpare(at) ? since.plus(settings.timeouts().join()) : deadline,
                                    lasting));
            case Seat.Confirming(var deadline, _, _) -> Optional.of(later(deadline, lasting));
            case Seat.Closing(var deadline, _) -> Optional.of(earlier(deadline, unheard));
        };
    }

    /** Whether a member served it. torchrun's agents do not say who of them does. */
    private boolean isMembers(Seat.Joined seat, Standing at, RendezvousInput.Unreachable outage) {
        return outage.host()
                .map(host -> !host.equals(me) && seat.members().containsKey(host))
                .orElseGet(() -> !Collections.disjoint(at.foreign(), seat.members().keySet()));
    }

    private boolean isSpare(Standing at) {
        return at.memory().last().redundancyList().contains(me);
    }

    private static boolean wantsIn(Seat seat) {
        return switch (seat) {
            case Seat.Leaving(_, var andJoin) -> andJoin;
            case Seat.Joining _, Seat.Confirming _, Seat.Joined _ -> true;
            case Seat.Outside _, Seat.Closing _, Seat.Over _ -> false;
        };
    }

    /** Waiting would not help whoever is not in a round yet: nobody may write over such a state. */
    Step unreadable(Standing at, String because) {
        return switch (at.seat()) {
            case Seat.Outside _, Seat.Joined _, Seat.Over _ -> new Step(at, List.of(), because);
            case Seat.Leaving _, Seat.Joining _, Seat.Confirming _, Seat.Closing _ ->
                    end(at, Seat.Ending.UNREADABLE, because);
        };
    }

    private static Duration later(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    private static Duration earlier(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Step end(Standing at, Seat.Ending ending, String because) {
        return new Step(at.with(new Seat.Over(ending)), List.of(new End(ending, because)), because);
    }
}
