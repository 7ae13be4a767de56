package dev.muster.store.client;

import dev.muster.store.protocol.StoreRequest;

import java.util.concurrent.CompletableFuture;

/** Where requests go and answers come from. May be used from any thread. */
@FunctionalInterface
public interface Line {
    /**
     * Asks {@code request} and returns at once. Requests that wait for something hold up no others;
     * among themselves the others are done in the order of asking.
     *
     * @return what completes by {@code deadline}, never with a failure. Whoever completes it before
     *     has given the request up.
     */
    CompletableFuture<Answer> ask(StoreRequest request, Deadline deadline);
}
