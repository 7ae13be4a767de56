package dev.muster.agent.rendezvous.dynamic;

import dev.muster.agent.rendezvous.RendezvousHandler;
import dev.muster.agent.rendezvous.RendezvousInfo;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A handler's next round, awaited on a thread of its own. */
public final class NextRound {
    private NextRound() {}

    public static CompletableFuture<RendezvousInfo> of(RendezvousHandler handler) {
        return CompletableFuture.supplyAsync(() -> await(handler), Thread::startVirtualThread);
    }

    private static RendezvousInfo await(RendezvousHandler handler) {
        try {
            return handler.nextRendezvous();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
        }
    }
}
