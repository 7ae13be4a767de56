package dev.muster.store;

import dev.muster.store.client.ClientThread;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** How a blocking call waits for what the same call without blocking comes to. */
final class Awaiting {
    private Awaiting() {}

    /**
     * Blocks until {@code call}, which keeps its own deadline, completes.
     *
     * @param doing the call's name, for messages
     */
    static <T> T result(String doing, CompletableFuture<T> call) {
        if (Thread.currentThread() instanceof ClientThread) {
            call.cancel(false);
            throw new IllegalStateException(
                    doing + " on the thread that would have to bring its answer");
        }
        try {
            return call.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            boolean tooLate = !call.cancel(false) && !call.isCompletedExceptionally();
            if (tooLate) return call.join(); // it may be something that wants to be closed
            throw new StoreException(doing + " was interrupted");
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof StoreException failure)) {
                throw new IllegalStateException(doing + " broke", e);
            }
            failure.setStackTrace(
                    Thread.currentThread().getStackTrace()); // who asked, not who read
            throw failure;
        }
    }
}
