package dev.muster.agent.control.client;

import dev.muster.agent.control.client.ControlFailure.Malformed;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** Some bytes of a log; the rest of what the agent sends is not waited for. */
final class LogAnswer extends CheckedAnswer {
    private static final String SIZE = "muster-log-size";

    private final CompletableFuture<LogPiece> piece = new CompletableFuture<>();
    private final ByteBuffer room;
    private long size;

    LogAnswer(int limit) {
        room = ByteBuffer.allocate(limit);
    }

    CompletableFuture<LogPiece> piece() {
        return piece;
    }

    /** How long the log is, by the head of an answer with bytes of it. */
    static long size(Head head) {
        String text = head.header(SIZE).orElse("nothing");
        if (!text.matches("[0-9]{1,18}")) {
            throw new Malformed("%s: %s (expected: a number of bytes)".formatted(SIZE, text));
        }
        return Long.parseLong(text);
    }

    @Override
    void opens(Head head) {
        size = size(head);
        if (!room.hasRemaining()) complete();
    }

    @Override
    void takes(ByteBuffer bytes) {
        if (!room.hasRemaining()) return;
        int wanted = Math.min(room.remaining(), bytes.remaining());
        room.put(bytes.slice(bytes.position(), wanted));
        if (!room.hasRemaining()) complete();
    }

    @Override
    void closes() {
        complete();
    }

    private void complete() {
        piece.complete(new LogPiece(size, room.duplicate().flip()));
    }

    @Override
    public void fails(ControlFailure why) {
        piece.completeExceptionally(why);
    }
}
