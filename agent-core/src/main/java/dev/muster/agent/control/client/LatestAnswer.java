package dev.muster.agent.control.client;

import dev.muster.agent.control.client.ControlFailure.Malformed;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * The number of a run's latest event, by the tag of a snapshot; the snapshot itself may be long.
 */
final class LatestAnswer extends CheckedAnswer {
    private static final String TAG = "etag";

    private final CompletableFuture<Long> latest = new CompletableFuture<>();

    /** Completes on the client's thread; fails with a {@link ControlFailure}. */
    CompletableFuture<Long> latest() {
        return latest;
    }

    @Override
    void opens(Head head) {
        String tag = head.header(TAG).orElse("nothing");
        if (!tag.matches("\"[0-9]{1,18}\"")) {
            throw new Malformed("%s: %s (expected: the number of an event)".formatted(TAG, tag));
        }
        latest.complete(Long.parseLong(tag.substring(1, tag.length() - 1)));
    }

    @Override
    void takes(ByteBuffer piece) {
        // its events tell the same
    }

    @Override
    void closes() {
        // it was known before
    }

    @Override
    public void fails(ControlFailure why) {
        latest.completeExceptionally(why);
    }
}
