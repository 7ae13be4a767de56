package dev.muster.agent.control;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;

import java.util.concurrent.TimeUnit;

/**
 * Hangs up so that the last word arrives: a socket that is closed while something unread has come
 * resets the connection, and then the other side may never read why. So only our half is closed,
 * what still comes is dropped, and the rest follows when the other side has hung up, or soon.
 */
final class Lingering extends ChannelDuplexHandler {
    private static final long SECONDS = 1;

    private boolean closing;

    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        if (closing
                || !(context.channel() instanceof DuplexChannel channel)
                || !channel.isActive()) {
            var _ = context.close(promise);
            return;
        }
        closing = true;
        var _ = channel.closeFuture().addListener(_ -> promise.trySuccess());
        var _ = channel.shutdownOutput();
        var _ = context.executor().schedule(() -> end(context), SECONDS, TimeUnit.SECONDS);
    }

    private static void end(ChannelHandlerContext context) {
        var _ = context.close();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (closing) {
            ReferenceCountUtil.release(message);
        } else {
            context.fireChannelRead(message);
        }
    }
}
