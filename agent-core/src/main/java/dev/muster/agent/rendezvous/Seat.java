package dev.muster.agent.rendezvous;

import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/** Where one node stands in the rendezvous. Deadlines are by its {@link Moment#uptime}. */
public sealed interface Seat {
    /** Nobody has asked for anything yet. */
    record Outside() implements Seat {}

    /**
     * Getting out of the round we are in.
     *
     * @param andJoin whether to join the next one then; otherwise we are leaving for good
     */
    record Leaving(Duration deadline, boolean andJoin) implements Seat {}

    /** Trying to become part of a round, or waiting for the next, or a spare. */
    record Joining(Duration deadline) implements Seat {}

    /**
     * A round is complete with us in it; we ask whether the others saw the same members.
     *
     * <p>The shared state forgets: whoever reads it late sees a round from which somebody has
     * already left. So the first of us to see a complete round writes its members down under the
     * round's own prefix, and nobody takes part with other members than those.
     */
    record Confirming(Duration deadline, long round, SortedMap<Node, Integer> members)
            implements Seat {}

    /**
     * In a round, with a rank.
     *
     * @param members all nodes of the round with their ranks, whether still here or not
     * @param gone those of them who are not
     * @param waiting who wants a new round, as last told
     * @param crowded whether it was told that there are more than the job may have
     * @param moveOn whether the agent was told to rejoin or to stop
     * @param closed whether the agent was told that the run id is closed
     */
    record Joined(
            long round,
            SortedMap<Node, Integer> members,
            SortedSet<Node> gone,
            SortedSet<Node> waiting,
            boolean crowded,
            boolean moveOn,
            boolean closed)
            implements Seat {}

    /**
     * Closing the run id.
     *
     * @param round that we are in, as far as we know; empty if none
     */
    record Closing(Duration deadline, Optional<Long> round) implements Seat {}

    /** Nothing changes any more. */
    record Over(Ending ending) implements Seat {}

    /** How a node's part in the rendezvous ended. */
    enum Ending {
        LEFT,
        CLOSED_BY_US,
        CLOSED_BY_OTHERS,
        /** The others are in a later round, or have begun anew: the job is theirs to close. */
        LEFT_BEHIND,
        TIMED_OUT,
        /** The job is over and this spare was not needed. */
        SPARE_RELEASED,
        /** The place where the nodes meet did not answer in time. */
        UNREACHABLE,
        /** What the nodes share makes no sense to us. */
        UNREADABLE
    }
}
