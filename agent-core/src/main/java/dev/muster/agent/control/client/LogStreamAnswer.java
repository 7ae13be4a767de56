package dev.muster.agent.control.client;

import java.nio.ByteBuffer;

/** The bytes of a log as they come. */
final class LogStreamAnswer extends CheckedAnswer {
    private final LogListener listener;

    LogStreamAnswer(LogListener listener) {
        this.listener = listener;
    }

    @Override
    void opens(Head head) {
        listener.opened(LogAnswer.size(head));
    }

    @Override
    void takes(ByteBuffer piece) {
        listener.came(piece);
    }

    @Override
    void closes() {
        listener.ended();
    }

    @Override
    public void fails(ControlFailure why) {
        listener.failed(why);
    }
}
