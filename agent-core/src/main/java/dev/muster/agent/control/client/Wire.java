package dev.muster.agent.control.client;

import dev.muster.agent.control.client.ControlFailure.Malformed;
import dev.muster.agent.control.client.ControlFailure.Silent;
import dev.muster.agent.control.client.ControlFailure.Unreachable;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One connection to an agent: one exchange after the other, never two at a time. On the client's
 * thread.
 */
final class Wire extends ChannelInboundHandlerAdapter {
    private static final int FIRST_FINAL_STATUS = 200;

    /** What becomes of a connection whose exchange is over, or could not begin. */
    interface Owner {
        void free(Wire wire);

        /** It had been used before, and ended before any answer to this came. */
        void again(Exchange exchange);
    }

    private final Channel channel;
    private final Owner owner;
    private @Nullable Exchange exchange;
    private boolean used;
    private boolean reusable;
    private long heardAt;

    Wire(Channel channel, Owner owner) {
        this.channel = channel;
        this.owner = owner;
    }

    boolean isOpen() {
        return channel.isActive();
    }

    void begin(Exchange next) {
        exchange = next;
        next.on(this);
        reusable = false;
        hold(next.isPaused());
        watchSilence(next);
        var _ =
                channel.writeAndFlush(http(next.request()))
                        .addListener(
                                sent -> {
                                    if (!sent.isSuccess()) drop();
                                });
    }

    private void drop() {
        var _ = channel.close();
    }

    private static HttpObject http(Request request) {
        byte[] body =
                request.body()
                        .map(text -> text.getBytes(StandardCharsets.UTF_8))
                        .orElse(new byte[0]);
        var http =
                new DefaultFullHttpRequest(
                        HttpVersion.HTTP_1_1,
                        HttpMethod.valueOf(request.method()),
                        request.target(),
                        Unpooled.wrappedBuffer(body));
        http.headers().set(HttpHeaderNames.HOST, "muster");
        request.headers().forEach(http.headers()::set);
        if (request.body().isPresent()) HttpUtil.setContentLength(http, body.length);
        return http;
    }

    void hold(boolean hold) {
        heardAt = System.nanoTime();
        channel.config().setAutoRead(!hold);
    }

    /** Nobody wants to hear the rest. */
    void abandon(Exchange abandoned) {
        if (exchange == abandoned) close();
    }

    void close() {
        exchange = null;
        drop();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            Exchange now = exchange;
            if (now == null || now.isOver()) {
                close(); // nobody asked
                return;
            }
            heardAt = System.nanoTime();
            take(now, (HttpObject) message);
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void take(Exchange now, HttpObject part) {
        try {
            if (part.decoderResult().isFailure()) throw unreadable(part.decoderResult().cause());
            if (part instanceof HttpResponse response) begin(now, response);
            if (part instanceof HttpContent content && content.content().isReadable()) {
                now.answer().goesOn(content.content().nioBuffer());
            }
            if (part instanceof LastHttpContent) finish(now);
        } catch (ControlFailure e) {
            close();
            now.fail(e);
        }
    }

    private void begin(Exchange now, HttpResponse response) {
        int status = response.status().code();
        if (status < FIRST_FINAL_STATUS) {
            throw new Malformed("the agent answered with status %d".formatted(status));
        }
        reusable = HttpUtil.isKeepAlive(response);
        Map<String, String> headers = new HashMap<>();
        response.headers()
                .forEach(
                        each ->
                                headers.put(
                                        each.getKey().toLowerCase(Locale.ROOT), each.getValue()));
        now.answer().begins(new Answer.Head(status, headers));
    }

    private void finish(Exchange now) {
        exchange = null;
        used = true;
        if (reusable) {
            hold(false);
            owner.free(this);
        } else {
            close();
        }
        now.end();
    }

    private static Malformed unreadable(Throwable cause) {
        return new Malformed(
                "the agent's answer is no HTTP, or its head is too large: " + cause.getMessage());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        lost("the agent closed the connection before its answer was whole");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException) {
            lost("the connection to the agent broke: " + cause.getMessage());
            close();
            return;
        }
        Exchange now = exchange;
        close();
        if (now == null) return;
        now.fail(
                cause instanceof ControlFailure known
                        ? known
                        : new Malformed("the agent's answer could not be taken: " + cause));
    }

    /** A connection that was kept may have been closed by the agent at any moment since. */
    private void lost(String how) {
        Exchange now = exchange;
        exchange = null;
        if (now == null) return;
        if (used && !now.hasBegun() && now.request().isRepeatable()) {
            owner.again(now);
        } else {
            now.fail(new Unreachable(how));
        }
    }

    private void watchSilence(Exchange now) {
        now.silenceLimit().ifPresent(limit -> checkSilenceIn(limit.toNanos(), now, limit));
    }

    private void checkSilenceIn(long nanos, Exchange now, Duration limit) {
        var _ =
                channel.eventLoop()
                        .schedule(() -> checkSilence(now, limit), nanos, TimeUnit.NANOSECONDS);
    }

    private void checkSilence(Exchange now, Duration limit) {
        if (now.isOver() || exchange != now) return;
        long left = limit.toNanos() - (System.nanoTime() - heardAt);
        if (now.isPaused()) left = limit.toNanos();
        if (left > 0) {
            checkSilenceIn(left, now, limit);
            return;
        }
        close();
        now.fail(new Silent("the agent has said nothing for %d s".formatted(limit.toSeconds())));
    }
}
