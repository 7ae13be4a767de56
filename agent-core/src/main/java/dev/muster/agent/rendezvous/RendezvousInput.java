package dev.muster.agent.rendezvous;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** What can happen to a node's rendezvous. */
public sealed interface RendezvousInput {
    /** The agent wants to be in the next round, and out of the one it is in. */
    record AskJoin() implements RendezvousInput {}

    /** The agent leaves for good; the others go on. */
    record AskLeave() implements RendezvousInput {}

    /** The job is over, for everybody and for good. */
    record AskClose() implements RendezvousInput {}

    /**
     * The shared state as it is, after a read or a write, won or lost. States come in the order the
     * store had them. Where the store has none, it is {@link RendezvousState#EMPTY}.
     */
    record Read(RendezvousState state) implements RendezvousInput {}

    /** The members that were written down for a round, by us or by whoever was first. */
    record Confirmed(long round, SortedMap<Node, Integer> members) implements RendezvousInput {}

    /**
     * The shared state cannot be had; the driver goes on trying.
     *
     * @param since by our uptime
     * @param because why, as a sentence without its full stop
     * @param host who served the place where the nodes meet, if that is known
     */
    record Unreachable(Duration since, String because, Optional<Node> host)
            implements RendezvousInput {}

    /** The shared state makes no sense to us; it is left as it is. */
    record Unreadable(String because) implements RendezvousInput {}

    /** Whether the shared state has a place for spares; that of PyTorch before 2.3 has none. */
    record SparesPossible(boolean possible) implements RendezvousInput {}

    /** Which of the others are not ours. */
    record Foreign(Set<Node> nodes) implements RendezvousInput {}

    /**
     * Whose lease has run out: the store itself has missed their sign of life for too long. Nobody,
     * where nodes show that they live by heartbeats alone.
     */
    record Ended(Set<Node> nodes) implements RendezvousInput {}

    /** All nodes of ours were told, since we last looked, how many the job may have. */
    record Scaled(Scaling scaling) implements RendezvousInput {}

    /** The time asked for has come, or the shared state has changed. */
    record Tick() implements RendezvousInput {}
}
