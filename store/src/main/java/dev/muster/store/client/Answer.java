package dev.muster.store.client;

import dev.muster.store.protocol.Loss;
import dev.muster.store.protocol.StoreReply;

/** What came of asking a store. */
public sealed interface Answer {
    record Replied(StoreReply reply) implements Answer {}

    /** The request has no answer and has been handed to the network. */
    record Sent() implements Answer {}

    /** Nothing came in time. A wait is over; anything else may still be done. */
    record Late() implements Answer {}

    /** It cannot be done, and the store remains as it was. */
    record Refused(String because) implements Answer {}

    /**
     * There is no talking with the store.
     *
     * @param because what was found, what was expected, and what to look at, for a person
     */
    record Lost(Loss loss, String because) implements Answer {}

    /** Whoever asked does not want to know any more. */
    record GivenUp() implements Answer {}
}
