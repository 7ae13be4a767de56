package dev.muster.agent.control.client;

import dev.muster.agent.control.client.ControlFailure.Malformed;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A good answer that is no stream, all at once. */
final class WholeAnswer extends CheckedAnswer {
    /** What it said. */
    record Text(Head head, String body) {}

    private final CompletableFuture<Text> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final int most;
    private Head head = new Head(0, Map.of());

    /**
     * @param most bytes that it may have
     */
    WholeAnswer(int most) {
        this.most = most;
    }

    /** Completes on the client's thread; fails with a {@link ControlFailure}. */
    CompletableFuture<Text> whole() {
        return whole;
    }

    @Override
    void opens(Head itsHead) {
        head = itsHead;
    }

    @Override
    void takes(ByteBuffer piece) {
        if (body.size() + piece.remaining() > most) {
            throw new Malformed("the agent's answer is longer than %d bytes".formatted(most));
        }
        var bytes = new byte[piece.remaining()];
        piece.get(bytes);
        body.writeBytes(bytes);
    }

    @Override
    void closes() {
        whole.complete(new Text(head, body.toString(StandardCharsets.UTF_8)));
    }

    @Override
    public void fails(ControlFailure why) {
        whole.completeExceptionally(why);
    }
}
