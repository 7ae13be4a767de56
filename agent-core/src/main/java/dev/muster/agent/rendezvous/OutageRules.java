package dev.muster.agent.rendezvous;

import dev.muster.agent.rendezvous.RendezvousEffect.End;
import dev.muster.agent.rendezvous.RendezvousEffect.WakeAt;
import dev.muster.agent.rendezvous.RendezvousRules.Step;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a node does while the shared state cannot be had. Who is in a round stays in it: its workers
 * need nothing of the rendezvous, and the round may still be theirs when the others are back.
 */
record OutageRules(RendezvousSettings settings) {
    /** Nobody waits for a goodbye: whoever does not hear it notices a node that fell silent. */
    private static final Duration TIME_FOR_GOODBYE = Duration.ofSeconds(5);

    /**
     * Gives up past the deadline. A joiner may have been near it when the outage began, and a spare
     * is always past it, so for them the outage must have lasted a while as well.
     */
    Step unreachable(Standing at, Duration since, String because, Moment now) {
        Duration silence = now.uptime().minus(since);
        String told = Words.unreachable(settings, silence, because);
        Optional<Duration> limit = givenUpAt(at.seat(), since);
        if (limit.isEmpty()) return new Step(at, List.of(), told);
        return now.uptime().compareTo(limit.get()) >= 0
                ? end(at, Seat.Ending.UNREACHABLE, told)
                : new Step(at, List.of(new WakeAt(limit.get())), told);
    }

    private Optional<Duration> givenUpAt(Seat seat, Duration since) {
        Duration lasting = since.plus(settings.silenceLimit());
        Duration unheard = since.plus(TIME_FOR_GOODBYE);
        return switch (seat) {
            case Seat.Outside _, Seat.Joined _, Seat.Over _ -> Optional.empty();
            case Seat.Leaving(var deadline, var andJoin) ->
                    Optional.of(andJoin ? later(deadline, lasting) : earlier(deadline, unheard));
            case Seat.Joining(var deadline) -> Optional.of(later(deadline, lasting));
            case Seat.Confirming(var deadline, _, _) -> Optional.of(later(deadline, lasting));
            case Seat.Closing(var deadline, _) -> Optional.of(earlier(deadline, unheard));
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
