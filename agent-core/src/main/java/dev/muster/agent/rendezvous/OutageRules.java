package dev.muster.agent.rendezvous;

import dev.muster.agent.rendezvous.RendezvousEffect.End;
import dev.muster.agent.rendezvous.RendezvousRules.Step;

import java.time.Duration;
import java.util.List;

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
        boolean lasting = silence.compareTo(settings.silenceLimit()) >= 0;
        boolean unheard = silence.compareTo(TIME_FOR_GOODBYE) >= 0;
        boolean over =
                switch (at.seat()) {
                    case Seat.Outside _, Seat.Joined _, Seat.Over _ -> false;
                    case Seat.Leaving(var deadline, var andJoin) ->
                            andJoin
                                    ? isPast(deadline, now) && lasting
                                    : isPast(deadline, now) || unheard;
                    case Seat.Joining(var deadline) -> isPast(deadline, now) && lasting;
                    case Seat.Confirming confirming ->
                            isPast(confirming.deadline(), now) && lasting;
                    case Seat.Closing(var deadline, _) -> isPast(deadline, now) || unheard;
                };
        String told = Words.unreachable(settings, silence, because);
        return over ? end(at, Seat.Ending.UNREACHABLE, told) : new Step(at, List.of(), told);
    }

    /** Waiting would not help whoever is not in a round yet: nobody may write over such a state. */
    Step unreadable(Standing at, String because) {
        return switch (at.seat()) {
            case Seat.Outside _, Seat.Joined _, Seat.Over _ -> new Step(at, List.of(), because);
            case Seat.Leaving _, Seat.Joining _, Seat.Confirming _, Seat.Closing _ ->
                    end(at, Seat.Ending.UNREADABLE, because);
        };
    }

    private static boolean isPast(Duration deadline, Moment now) {
        return now.uptime().compareTo(deadline) >= 0;
    }

    private static Step end(Standing at, Seat.Ending ending, String because) {
        return new Step(at.with(new Seat.Over(ending)), List.of(new End(ending, because)), because);
    }
}
