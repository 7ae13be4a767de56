package dev.muster.agent.barrier.peer;

import dev.muster.agent.barrier.PeerId;
import dev.muster.agent.barrier.PeerMessage;

/** What goes over a connection. */
sealed interface Frame {
    /**
     * Who speaks, to whom, and about which group.
     *
     * @param incarnation a number that its process chose by chance when it began
     * @param fingerprint of the group's members
     */
    record Hello(
            PeerId sender,
            PeerId receiver,
            long incarnation,
            int members,
            long fingerprint,
            String group)
            implements Frame {}

    record Said(PeerMessage message) implements Frame {}

    record Refused(String because) implements Frame {}
}
