package dev.muster.agent.rendezvous;

import dev.muster.agent.rendezvous.RendezvousEffect.ConfirmMembers;
import dev.muster.agent.rendezvous.RendezvousEffect.ReadState;
import dev.muster.agent.rendezvous.RendezvousEffect.TellJoined;
import dev.muster.agent.rendezvous.RendezvousRules.Step;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** How a node gets into a round (elastic-agent §2.5, join op): the first case that fits counts. */
record JoinRules(Node me) {
    /** Past the deadline a node takes back what it has written, for this long. */
    private static final Duration TIME_TO_TAKE_BACK = Duration.ofSeconds(5);

    Step joining(Seat.Joining seat, View view) {
        RendezvousState state = view.state();
        if (state.closed()) {
            return view.isSpare()
                    ? view.end(Seat.Ending.SPARE_RELEASED, Words.spareReleased(view))
                    : view.end(Seat.Ending.CLOSED_BY_OTHERS, Words.closed(view));
        }
        if (view.isSpare()) return spare(seat, view);
        if (state.complete() && view.isIn()) return complete(seat, view);
        if (view.isPast(seat.deadline())) return tooLate(seat, view);
        if (state.complete()) return later(seat, view);
        return view.isIn() ? gathering(seat, view) : newcomer(seat, view);
    }

    /** A spare waits without a limit; when a place is free it gets its join timeout afresh. */
    private static Step spare(Seat.Joining seat, View view) {
        if (view.isFull()) return view.stay(List.of(), seat, Optional.empty(), Words.spare(view));
        Duration join = view.settings().timeouts().join();
        return view.change(
                RendezvousChange.REMOVE_FROM_REDUNDANCY_LIST,
                new Seat.Joining(view.now().uptime().plus(join)),
                "a place is free: no longer a spare");
    }

    private static Step tooLate(Seat.Joining seat, View view) {
        boolean canTakeBack = !view.isPast(seat.deadline().plus(TIME_TO_TAKE_BACK));
        if (view.isIn() && canTakeBack) {
            return view.change(
                    RendezvousChange.REMOVE_FROM_PARTICIPANTS, seat, Words.timedOut(view));
        }
        if (view.isWaiting() && canTakeBack) {
            return view.change(RendezvousChange.REMOVE_FROM_WAIT_LIST, seat, Words.timedOut(view));
        }
        return view.end(Seat.Ending.TIMED_OUT, Words.timedOut(view));
    }

    /**
     * A round is under way without us. Where it took other waiters and filled up, we become a
     * spare: torchrun's nodes go on waiting then, and the full round starts anew for them, for
     * ever. Where the others know no spares, we keep off both lists until there is a place.
     */
    private static Step later(Seat.Joining seat, View view) {
        if (view.isFull() && !view.at().sparesPossible()) {
            return view.isWaiting()
                    ? view.change(RendezvousChange.REMOVE_FROM_WAIT_LIST, seat, Words.surplus(view))
                    : wait(seat, view, Words.surplus(view));
        }
        if (view.isFull()) {
            return view.change(
                    RendezvousChange.ADD_TO_REDUNDANCY_LIST, seat, Words.becomesSpare(view));
        }
        return view.isWaiting()
                ? wait(seat, view, Words.waiting(view))
                : view.change(RendezvousChange.ADD_TO_WAIT_LIST, seat, Words.waiting(view));
    }

    private static Step gathering(Seat.Joining seat, View view) {
        if (view.isCrowded()) return crowded(seat, view);
        if (view.isEnough()) {
            if (view.isFull() || view.isLastCallOver()) {
                return view.change(
                        RendezvousChange.MARK_RENDEZVOUS_COMPLETE, seat, Words.completing(view));
            }
            if (view.state().deadline().isEmpty()) {
                return view.change(RendezvousChange.START_LAST_CALL, seat, Words.gathering(view));
            }
        }
        return wait(seat, view, Words.gathering(view));
    }

    /** The last in order make room, since there are fewer places than when they came. */
    private static Step crowded(Seat.Joining seat, View view) {
        int before = view.state().participants().headMap(view.me()).size();
        return before < view.settings().maxNodes()
                ? wait(seat, view, Words.crowdedGathering(view))
                : view.change(
                        RendezvousChange.REMOVE_FROM_PARTICIPANTS, seat, Words.makesRoom(view));
    }

    /**
     * A place is taken as soon as there is one. That a round has as many nodes as we allow and is
     * not complete means that others allow more: they will complete it, and we are too many. Where
     * the job was given fewer, who has a place is about to complete it.
     */
    private static Step newcomer(Seat.Joining seat, View view) {
        return view.isFull()
                ? wait(
                        seat,
                        view,
                        view.at().scaling().isPresent()
                                ? Words.noPlace(view)
                                : Words.othersAllowMore(view))
                : view.change(RendezvousChange.ADD_TO_PARTICIPANTS, seat, Words.coming(view));
    }

    private static Step wait(Seat.Joining seat, View view, String because) {
        Optional<Duration> lastCall =
                view.isIn() && view.isEnough() ? view.lastCallEnds() : Optional.empty();
        Duration due =
                lastCall.filter(ends -> ends.compareTo(seat.deadline()) < 0)
                        .orElse(seat.deadline());
        return view.stay(List.of(), seat, Optional.of(due), because);
    }

    private static Step complete(Seat.Joining seat, View view) {
        RendezvousState state = view.state();
        if (view.at().memory().hasLeft(state.round())) {
            return leaveAgain(seat.deadline(), state.round(), view.at());
        }
        if (!isDense(state.participants())) {
            return missed(seat.deadline(), state.round(), view.at());
        }
        var confirming = new Seat.Confirming(seat.deadline(), state.round(), state.participants());
        return new Step(
                view.at().with(confirming),
                List.of(new ConfirmMembers(state.round(), state.participants())),
                Words.complete(view));
    }

    /**
     * While the answer is awaited, the round may go on without us; or the store may go, and the
     * question with it.
     */
    Step confirming(Seat.Confirming seat, View view) {
        if (view.isIn() && view.state().round() == seat.round()) {
            if (view.at().memory().absence() != Memory.Absence.NONE) {
                return new Step(
                        view.at(),
                        List.of(new ConfirmMembers(seat.round(), seat.members())),
                        Words.complete(view));
            }
            return view.stay(List.of(), seat, Optional.empty(), Words.complete(view));
        }
        var joining = new Seat.Joining(seat.deadline());
        return joining(joining, view.with(view.at().with(joining)));
    }

    Step confirmed(Seat.Confirming seat, Standing at, SortedMap<Node, Integer> members) {
        Integer groupRank = members.get(me);
        if (groupRank == null || !members.equals(seat.members())) {
            return missed(seat.deadline(), seat.round(), at);
        }
        var joined =
                new Seat.Joined(
                        seat.round(),
                        members,
                        new TreeSet<>(),
                        new TreeSet<>(),
                        false,
                        false,
                        false);
        String because = Words.joined(seat.round(), members.keySet(), me);
        var next =
                at.with(joined)
                        .withLastMembers(new TreeSet<>(members.keySet()))
                        .with(at.memory().joining(seat.round()));
        return new Step(
                next,
                List.of(new TellJoined(seat.round(), groupRank, members, because), new ReadState()),
                because);
    }

    /** Others wrote a round down again that we had left when the store forgot. */
    private static Step leaveAgain(Duration deadline, long round, Standing at) {
        return new Step(
                at.with(new Seat.Leaving(deadline, true)),
                List.of(new ReadState()),
                "round %d is over for this node: joining the next".formatted(round));
    }

    /** Somebody left the round before we saw it: out of it, and into the next. */
    private static Step missed(Duration deadline, long round, Standing at) {
        return new Step(
                at.with(new Seat.Leaving(deadline, true)),
                List.of(new ReadState()),
                "round %d lost a member before it began here: joining the next".formatted(round));
    }

    private static boolean isDense(SortedMap<Node, Integer> ranks) {
        var dealt = new ArrayList<>(ranks.values());
        return IntStream.range(0, dealt.size()).allMatch(k -> dealt.get(k) == k);
    }
}
