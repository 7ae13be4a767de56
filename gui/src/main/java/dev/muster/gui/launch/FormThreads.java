package dev.muster.gui.launch;

import javafx.application.Platform;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Where the form's work is done.
 *
 * @param fx the FX thread
 * @param atOnce a thread that may look at files
 * @param afterTyping such a thread too, but only once a typist has had time for the next key
 */
record FormThreads(Executor fx, Executor atOnce, Executor afterTyping) {
    private static final long PAUSE_IN_TYPING_MS = 300;

    static FormThreads real() {
        Executor looking = task -> Thread.ofVirtual().name("check a launch").start(task);
        return new FormThreads(
                Platform::runLater,
                looking,
                CompletableFuture.delayedExecutor(
                        PAUSE_IN_TYPING_MS, TimeUnit.MILLISECONDS, looking));
    }
}
