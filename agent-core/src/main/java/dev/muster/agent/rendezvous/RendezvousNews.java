package dev.muster.agent.rendezvous;

import java.time.Duration;
import java.util.SortedSet;

/**
 * What happens in a rendezvous beside the calls to its handler. {@code because} is a whole sentence
 * without a final stop, ready to be shown.
 */
public sealed interface RendezvousNews {
    String because();

    /** Who is here, by the newest state that was seen; told again whenever that changes. */
    record Seen(RendezvousState state, String because) implements RendezvousNews {}

    /** Others want a new round; it begins when the agent asks for the next rendezvous. */
    record Waiting(SortedSet<Node> nodes, String because) implements RendezvousNews {}

    /** The round has more nodes than the job may have: the next begins without some. */
    record Crowded(String because) implements RendezvousNews {}

    /** The job may have that many nodes from now on. */
    record Scaled(int minNodes, int maxNodes, String because) implements RendezvousNews {}

    /**
     * A member of our round fell silent.
     *
     * @param past whether that is the last round, and we are on the way to the next
     */
    record Lost(Node node, Duration silentFor, boolean past, String because)
            implements RendezvousNews {}

    /** A member of our round left it. */
    record Left(Node node, String because) implements RendezvousNews {}

    /** Our round cannot go on: stop the workers, then ask for the next rendezvous. */
    record Rejoin(String because) implements RendezvousNews {}

    /** The policy is to end the job: stop the workers, then shut the rendezvous down. */
    record StopJob(String because) implements RendezvousNews {}

    /**
     * Somebody closed the run id while we are in a round.
     *
     * @param whole whether all members of our round are ours and still in it; so whoever closed it
     *     and left no word there is none of them
     */
    record Closed(boolean whole, String because) implements RendezvousNews {}

    /** A foreign peer's wall clock differs from ours by more than is good. */
    record Skewed(Node node, Duration ahead, String because) implements RendezvousNews {}

    /** The place where the nodes meet does not answer; trying goes on. */
    record Unreachable(String because) implements RendezvousNews {}

    /** It answers again. */
    record Reachable(String because) implements RendezvousNews {}

    /** Worth telling, changes nothing. */
    record Noticed(String because) implements RendezvousNews {}
}
