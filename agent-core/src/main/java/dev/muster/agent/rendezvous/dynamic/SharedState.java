package dev.muster.agent.rendezvous.dynamic;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousChange;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.agent.rendezvous.Scaling;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * Where the nodes of one run id keep what they share, as one node sees it. Its calls block, and
 * come from one thread, but for {@link #round} and {@link #close}.
 *
 * <p>Each throws {@link RendezvousException.Unreachable} where there is no answer in time; the next
 * call tries anew. {@link RendezvousException.CorruptState} means that something is there that is
 * not understood; it stays as it is.
 */
public interface SharedState extends AutoCloseable {
    /** What is there now; {@link RendezvousState#EMPTY} if nobody has written yet. */
    RendezvousState read();

    /**
     * Puts {@code desired} in the place of what was last answered here, if that is still there.
     *
     * @return what is there now: {@code desired}, or what others wrote
     */
    RendezvousState replace(RendezvousState desired);

    /**
     * The same; where many write at once, this may wait for a turn, or have another do it.
     *
     * @param change what makes {@code desired} of what was last answered
     * @return what is there now: {@code desired} or more, or what others wrote instead
     */
    default RendezvousState replace(RendezvousChange change, RendezvousState desired) {
        return replace(desired);
    }

    /**
     * Nothing is asked for the time being. Has {@code changed} run once, on any thread, when what
     * was last answered no longer holds in what the others need to know at once: who is in the
     * round, whether it is complete, who waits; not for a mere heartbeat. It may be run for
     * nothing, and nobody must rely on it alone: news can get lost.
     */
    void rest(Runnable changed);

    /** Whether what is shared has a place for spares. */
    boolean holdsSpares();

    /**
     * Who of those listed in the last two answers has let a lease run out, and so counts as lost at
     * once. Where there are leases, what stands for a heartbeat changes for as long as one holds.
     */
    default Set<Node> ended() {
        return Set.of();
    }

    /** Who serves the place where the nodes meet, or did last; empty if none of ours does. */
    default Optional<Node> host() {
        return Optional.empty();
    }

    /**
     * Serves the place where the nodes meet, if it is to be on this machine and nobody serves it
     * any more.
     *
     * @return what is to be said of it; empty if nothing has changed
     */
    default Optional<String> takeOver() {
        return Optional.empty();
    }

    /**
     * How many nodes the job was last told to have, as of the last answer; empty while that is what
     * each was told when it began.
     */
    default Optional<Scaling> scaling() {
        return Optional.empty();
    }

    /** Tells all nodes of ours, also those that come later. */
    void scale(Scaling wanted);

    /** Which of {@code nodes} are ours, and what each was told: {@code min:max} nodes. */
    Map<Node, String> ours(Set<Node> nodes);

    /**
     * The run ids of other jobs that meet in the same place and are not over, and how many nodes of
     * each are there. Only looks; empty where that cannot be told.
     */
    default SortedMap<String, Integer> otherRuns() {
        return Collections.emptySortedMap();
    }

    /** Writes {@code members} down for that round unless somebody has; what is written there. */
    String confirm(long round, String members);

    /** The round's own keys. */
    RoundStore round(long round);

    @Override
    void close();
}
