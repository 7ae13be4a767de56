package dev.muster.agent.control.client;

import io.netty.channel.EventLoop;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** One request and its answer. Methods: any thread; state: the client's. */
final class Exchange implements Following {
    private final Request request;
    private final Optional<Duration> silenceLimit;
    private final Answer answer;
    private final EventLoop thread;
    private final Consumer<Exchange> onOver;
    private @Nullable Wire wire;
    private boolean paused;
    private boolean begun;
    private boolean over;

    /**
     * @param silenceLimit how long nothing may come; absent where that may be for good
     * @param onOver told once, on the thread
     */
    Exchange(
            Request request,
            Optional<Duration> silenceLimit,
            Answer answer,
            EventLoop thread,
            Consumer<Exchange> onOver) {
        this.request = request;
        this.silenceLimit = silenceLimit;
        this.answer = answer;
        this.thread = thread;
        this.onOver = onOver;
    }

    @Override
    public void pause() {
        onThread(() -> hold(true));
    }

    @Override
    public void resume() {
        onThread(() -> hold(false));
    }

    @Override
    public void close() {
        onThread(
                () -> {
                    if (over) return;
                    finish();
                    if (wire != null) wire.abandon(this);
                });
    }

    private void onThread(Runnable action) {
        if (thread.inEventLoop()) {
            action.run();
            return;
        }
        try {
            thread.execute(action);
        } catch (RejectedExecutionException _) {
            return; // the client is closed, and every exchange with it
        }
    }

    private void hold(boolean hold) {
        if (over || paused == hold) return;
        paused = hold;
        if (wire != null) wire.hold(hold);
    }

    Request request() {
        return request;
    }

    Optional<Duration> silenceLimit() {
        return silenceLimit;
    }

    boolean isOver() {
        return over;
    }

    boolean isPaused() {
        return paused;
    }

    /** Whether any of the answer has come. */
    boolean hasBegun() {
        return begun;
    }

    void on(Wire carrier) {
        wire = carrier;
    }

    Answer answer() {
        begun = true;
        return answer;
    }

    void end() {
        if (over) return;
        finish();
        answer.ends();
    }

    void fail(ControlFailure why) {
        if (over) return;
        finish();
        answer.fails(why);
    }

    private void finish() {
        over = true;
        onOver.accept(this);
    }
}
