package dev.muster.store.linearizability;

import dev.muster.store.keyspace.ConnectionId;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreRequest;

/**
 * Something that a store did at one moment between {@code from} and {@code to}, as far as a client
 * can tell.
 *
 * @param certain whether it did it at all
 */
record Step(Act act, long from, long to, boolean certain) {
    /** As {@code to}: at any time from then on. */
    static final long OPEN_END = Long.MAX_VALUE;

    /** What a store may do with one connection. */
    sealed interface Act {
        ConnectionId connection();

        /** It served {@code request}, and {@code heard} is what came of it. */
        record Serve(ConnectionId connection, StoreRequest request, Heard heard) implements Act {}

        /** It told the connection that its wait is over. */
        record Wake(ConnectionId connection) implements Act {}

        /** It has not told the connection that its wait is over, and has nothing else to do. */
        record LetWait(ConnectionId connection) implements Act {}

        /** It noticed that the connection is gone. What it has not served yet it never will. */
        record Forget(ConnectionId connection) implements Act {}
    }

    /** What a client learns of a request that it has sent. */
    sealed interface Heard {
        record Answer(StoreReply reply) implements Heard {}

        /** Its connection was closed for it. */
        record CutOff() implements Heard {}

        /** It has no answer, or none has come, or it comes as a {@link Act.Wake}. */
        record Nothing() implements Heard {}
    }
}
