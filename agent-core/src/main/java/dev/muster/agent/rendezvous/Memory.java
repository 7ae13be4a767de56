package dev.muster.agent.rendezvous;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a node remembers for a store that forgets, as it does when the node that serves it ends and
 * another takes over.
 *
 * <p>Who is in a round, or waits beside it, writes it down again as it was: the members go on
 * undisturbed, and whoever is gone falls silent in it like anybody else. Where there is no round to
 * go on with, the next has a number above all that were seen, so that none is used twice; and what
 * was closed stays closed.
 *
 * @param last the newest state that was seen
 * @param joined the last round in which this node had a rank
 * @param absence whether the store is away
 * @param scaling what was last said about how many nodes there may be; empty if nothing was
 */
public record Memory(
        RendezvousState last, Optional<Long> joined, Absence absence, Optional<Scaling> scaling) {
    static final Memory NOTHING =
            new Memory(RendezvousState.EMPTY, Optional.empty(), Absence.NONE, Optional.empty());

    /** Whether the store answers, and what came of it if it does not. */
    public enum Absence {
        NONE,
        TOLD,
        /** It was too long for our round, and the policy was followed. */
        ACTED_ON
    }

    Memory with(Absence next) {
        return new Memory(last, joined, next, scaling);
    }

    Memory with(Scaling next) {
        return new Memory(last, joined, absence, Optional.of(next));
    }

    Memory joining(long round) {
        return new Memory(last, Optional.of(round), absence, scaling);
    }

    Memory seeing(RendezvousState read) {
        RendezvousState newest = isForgetful(read) ? last : read;
        RendezvousState known = closed(newest, read.closed() || last.closed());
        return new Memory(known, joined, Absence.NONE, scaling);
    }

    /** Whether the round is one that this node has been in and left. */
    boolean hasLeft(long round) {
        return joined.filter(mine -> round <= mine).isPresent();
    }

    /** Whether the store has forgotten what this node has seen there. */
    boolean isForgetful(RendezvousState read) {
        return read.round() < last.round()
                || (read.round() == last.round() && last.complete() && !read.complete());
    }

    /** What {@code read} is to become, or itself: {@code read} where nothing was forgotten. */
    RendezvousState recalled(RendezvousState read, Seat seat, Node me) {
        RendezvousState known = closed(read, read.closed() || last.closed());
        if (!isForgetful(read) || read.complete()) return known; // or others have begun anew
        return last.complete() && goesOn(seat, me) ? goingOn(known) : next(known);
    }

    private boolean goesOn(Seat seat, Node me) {
        boolean isIn = last.participants().containsKey(me);
        return switch (seat) {
            case Seat.Joined joined -> isIn && joined.round() == last.round();
            case Seat.Joining _ -> !isIn;
            case Seat.Outside _, Seat.Leaving _, Seat.Confirming _, Seat.Closing _, Seat.Over _ ->
                    false;
        };
    }

    /** The last round, and beside it whoever came since. */
    private RendezvousState goingOn(RendezvousState since) {
        Set<Node> members = last.participants().keySet();
        var waiting = new TreeSet<>(last.waitList());
        waiting.addAll(since.participants().keySet());
        waiting.addAll(since.waitList());
        waiting.removeAll(members);
        var spares = new TreeSet<>(last.redundancyList());
        spares.addAll(since.redundancyList());
        spares.removeAll(members);
        spares.removeAll(waiting);
        var listed = new HashSet<>(members);
        listed.addAll(waiting);
        listed.addAll(spares);
        var heartbeats = new TreeMap<>(last.lastHeartbeats());
        heartbeats.putAll(since.lastHeartbeats());
        heartbeats.keySet().retainAll(listed);
        return new RendezvousState(
                last.round(),
                true,
                Optional.empty(),
                since.closed(),
                last.participants(),
                waiting,
                spares,
                heartbeats);
    }

    private RendezvousState next(RendezvousState since) {
        return new RendezvousState(
                last.round() + 1,
                false,
                since.deadline(),
                since.closed(),
                since.participants(),
                since.waitList(),
                since.redundancyList(),
                since.lastHeartbeats());
    }

    private static RendezvousState closed(RendezvousState state, boolean closed) {
        if (state.closed() == closed) return state;
        return new RendezvousState(
                state.round(),
                state.complete(),
                state.deadline(),
                closed,
                state.participants(),
                state.waitList(),
                state.redundancyList(),
                state.lastHeartbeats());
    }
}
