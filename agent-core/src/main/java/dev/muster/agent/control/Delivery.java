package dev.muster.agent.control;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOutboundBuffer;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Hangs up on a client that takes nothing of its answer: what it leaves is our memory. A slow one
 * takes something every time that it is looked at. On the control loop.
 */
final class Delivery {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ChannelFuture answer;

    private Delivery(ChannelFuture answer) {
        this.answer = answer;
    }

    /** Sees to it that what was just written is taken, or the connection closed. */
    static void watch(ChannelFuture answer) {
        if (!answer.isDone()) new Delivery(answer).lookLater();
    }

    private void lookLater() {
        long before = left(answer.channel());
        var look =
                answer.channel()
                        .eventLoop()
                        .schedule(() -> look(before), PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        var _ = answer.addListener(_ -> look.cancel(false));
    }

    private void look(long before) {
        if (answer.isDone()) return;
        if (left(answer.channel()) == before) {
            // below all handlers: one that waits for what was written would wait for good
            answer.channel().unsafe().close(answer.channel().unsafe().voidPromise());
        } else {
            lookLater();
        }
    }

    /** Bytes that were written and not taken yet. */
    private static long left(Channel channel) {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes() - buffer.currentProgress();
    }
}
