package dev.muster.agent.observe;

import dev.muster.agent.rendezvous.RendezvousState;

/** What came of looking once at the place where the nodes of a job meet. */
public sealed interface Look {
    record Seen(RendezvousState state) implements Look {}

    /** Something is there that is no state of a rendezvous that we know. */
    record Unreadable(String why) implements Look {}

    /** Nobody answers there. */
    record Unanswered(String why) implements Look {}
}
