package dev.muster.store.keyspace;

import dev.muster.store.protocol.StoreReply;

import java.util.List;
import java.util.Optional;

/** What a request came to. */
public sealed interface Outcome {
    /**
     * It was done.
     *
     * @param reply to the connection that asked; empty where the request has no answer, or has none
     *     yet
     * @param released connections whose open WAIT is over, to each of which {@link
     *     StoreReply.Released} is due
     * @param notices to those who watch what was changed, in the order of the changes
     */
    record Served(Optional<StoreReply> reply, List<ConnectionId> released, List<Notice> notices)
            implements Outcome {
        public Served(Optional<StoreReply> reply, List<ConnectionId> released) {
            this(reply, released, List.of());
        }
    }

    /** What one who watches is to be told. */
    record Notice(ConnectionId to, StoreReply.Changed change) {}

    /** It cannot be done and nothing was changed. The connection that asked is to be closed. */
    record Refused(String because) implements Outcome {}
}
