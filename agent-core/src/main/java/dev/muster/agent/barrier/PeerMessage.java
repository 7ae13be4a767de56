package dev.muster.agent.barrier;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** Everything one participant may say to another. Saying it again changes nothing. */
public sealed interface PeerMessage {
    /** Where the sender stands. */
    record At(Position position) implements PeerMessage {}

    /**
     * Whom the sender has heard of in an epoch, itself included; so that a participant without a
     * way to another still learns of it.
     */
    record Seen(long generation, long epoch, SortedSet<PeerId> entered, SortedSet<PeerId> informed)
            implements PeerMessage {
        public Seen {
            entered = Collections.unmodifiableSortedSet(new TreeSet<>(entered));
            informed = Collections.unmodifiableSortedSet(new TreeSet<>(informed));
        }
    }

    /** The generation cannot go on. */
    record Broken(Breach breach) implements PeerMessage {}

    /** The sender goes for good; it has said all before this. */
    record Leaving() implements PeerMessage {}
}
