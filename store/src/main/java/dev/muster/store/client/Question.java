package dev.muster.store.client;

import dev.muster.store.protocol.StoreRequest;

import java.util.concurrent.CompletableFuture;

/** A request, asked once, and whoever waits for what comes of it. Lives on the client's thread. */
final class Question {
    private final StoreRequest request;
    private final CompletableFuture<Answer> answer;
    private final Runnable onceOver;
    private boolean over;

    /** {@code onceOver} runs before {@code answer} completes. */
    Question(StoreRequest request, CompletableFuture<Answer> answer, Runnable onceOver) {
        this.request = request;
        this.answer = answer;
        this.onceOver = onceOver;
    }

    Question(StoreRequest request, CompletableFuture<Answer> answer) {
        this(request, answer, () -> {});
    }

    StoreRequest request() {
        return request;
    }

    /** The connection is through with it. What comes of it later is of no interest. */
    void over(Answer how) {
        if (over) return;
        over = true;
        onceOver.run();
        answer.complete(how);
    }
}
