package dev.muster.store.client;

import dev.muster.store.protocol.StoreReply;

/** What came of asking a store. */
public sealed interface Answer {
    record Replied(StoreReply reply) implements Answer {}

    /** The request has no answer and has been handed to the network. */
    record Sent() implements Answer {}

    /** Nothing came in time. A wait was cancelled; after anything else the connection is closed. */
    record Late() implements Answer {}

    /** The connection is gone. */
    record Lost(String because) implements Answer {}

    /** The asking thread was interrupted and still is. */
    record Interrupted() implements Answer {}
}
