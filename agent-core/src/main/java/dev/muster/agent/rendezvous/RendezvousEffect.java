package dev.muster.agent.rendezvous;

import java.time.Duration;
import java.util.SortedMap;
import java.util.SortedSet;

/** What the driver is to do, in this order. */
public sealed interface RendezvousEffect {
    /** Read the shared state and say {@link RendezvousInput.Read}; try again while that fails. */
    record ReadState() implements RendezvousEffect {}

    /**
     * Replace the state that was last read, if it is still there; then say {@link
     * RendezvousInput.Read} with what is there now. Where no answer comes, read.
     */
    record CompareSet(RendezvousChange change, RendezvousState desired)
            implements RendezvousEffect {}

    /**
     * Write the members down under the round's prefix unless somebody has; then say {@link
     * RendezvousInput.Confirmed} with what is there. Try again while that fails.
     */
    record ConfirmMembers(long round, SortedMap<Node, Integer> members)
            implements RendezvousEffect {}

    /** Come back with a Tick at that uptime, or as soon as the shared state changes. */
    record WakeAt(Duration uptime) implements RendezvousEffect {}

    /** The round is complete with us in it. */
    record TellJoined(long round, int groupRank, SortedMap<Node, Integer> members, String because)
            implements RendezvousEffect {}

    /** Who wants a new round; it begins when the agent asks to join again. */
    record TellWaiting(SortedSet<Node> waiting, String because) implements RendezvousEffect {}

    /** Our round has more nodes than the job may have; those of the next are fewer. */
    record TellCrowded(String because) implements RendezvousEffect {}

    /** The job may have that many nodes from now on, whatever this node was told before. */
    record TellScaled(int minNodes, int maxNodes, String because) implements RendezvousEffect {}

    /** A member of our round, or of the last one while there is none, fell silent. */
    record TellLost(Node node, Duration silentFor, String because) implements RendezvousEffect {}

    /** A member of our round left it, or went in a way that nobody here saw. */
    record TellLeft(Node node, String because) implements RendezvousEffect {}

    /** Our round cannot go on: stop the workers, then ask to join. */
    record Rejoin(String because) implements RendezvousEffect {}

    /** The policy is to end the job: stop the workers, then ask to close. */
    record StopJob(String because) implements RendezvousEffect {}

    /** The shared state cannot be had: what was lost, and what happens next. */
    record TellUnreachable(String because) implements RendezvousEffect {}

    /**
     * Serve the place where the nodes meet, if it is to be on this machine and nobody serves it any
     * more; then look at once.
     */
    record TakeOver() implements RendezvousEffect {}

    /** Worth telling, changes nothing. */
    record TellNotice(String because) implements RendezvousEffect {}

    /**
     * The run id was closed while we are in a round.
     *
     * @param whole whether all members of our round are ours and still in it: they leave a word
     *     when they close
     */
    record TellClosed(boolean whole, String because) implements RendezvousEffect {}

    /** A foreign peer's wall clock differs from ours by more than is good. */
    record TellSkew(Node node, Duration ahead, String because) implements RendezvousEffect {}

    /** Our part is over. */
    record End(Seat.Ending ending, String because) implements RendezvousEffect {}
}
