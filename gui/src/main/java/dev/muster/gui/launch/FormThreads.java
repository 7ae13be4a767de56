package dev.muster.gui.launch;

import javafx.application.Platform;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Where the form's work is done. Looking at files and processes holds on to a thread of the system
 * for as long as it takes, so it gets one of its own: virtual threads would wait for each other.
 *
 * @param fx the FX thread
 * @param atOnce a thread that may look at files
 * @param afterTyping such a thread too, but only once a typist has had time for the next key
 */
record FormThreads(Executor fx, Executor atOnce, Executor afterTyping) {
    private static final long PAUSE_IN_TYPING_MS = 300;

    static FormThreads real() {
        Executor looking =
                task -> Thread.ofPlatform().name("check a launch").daemon(true).start(task);
        return new FormThreads(
                Platform::runLater,
                looking,
                CompletableFuture.delayedExecutor(
                        PAUSE_IN_TYPING_MS, TimeUnit.MILLISECONDS, looking));
    }
}
