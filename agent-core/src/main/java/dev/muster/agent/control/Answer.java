package dev.muster.agent.control;

import dev.muster.agent.control.api.Problem;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;

import java.util.Map;

/**
 * How one request is answered: once, in one of these ways. On the control loop.
 *
 * @param done to be called when the connection is ready for the next request: when the client has
 *     taken this answer, and not before, or who takes none could have any number made
 */
record Answer(Channel channel, Runnable done) {
    static final String JSON = "application/json";

    void json(String text) {
        whole(200, JSON, text, Map.of());
    }

    void problem(Problem problem) {
        whole(problem.status(), Problem.MEDIA_TYPE, problem.text(), Map.of());
    }

    void whole(int status, String type, String text, Map<CharSequence, String> more) {
        ByteBuf body = ByteBufUtil.writeUtf8(channel.alloc(), text);
        var response =
                new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), body);
        describe(response.headers(), type);
        more.forEach(response.headers()::set);
        response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        last(response);
    }

    /** Sends the end of an answer; the next request has its turn when the client took it. */
    void last(HttpObject end) {
        ChannelFuture sent = channel.writeAndFlush(end);
        var _ =
                sent.addListener(
                        _ -> {
                            if (sent.isSuccess()) done.run();
                        });
        Delivery.watch(sent);
    }

    /** Closes the connection, behind everything that was written. */
    void hangUp() {
        closeBehind(channel.writeAndFlush(Unpooled.EMPTY_BUFFER));
    }

    private static void closeBehind(ChannelFuture sent) {
        var _ = sent.addListener(ChannelFutureListener.CLOSE);
        Delivery.watch(sent);
    }

    /** The last words on this connection. */
    void lastProblem(Problem problem) {
        ByteBuf body = ByteBufUtil.writeUtf8(channel.alloc(), problem.text());
        var response =
                new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(problem.status()), body);
        describe(response.headers(), Problem.MEDIA_TYPE);
        response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        closeBehind(channel.writeAndFlush(response));
    }

    /**
     * Begins a stream of events, which takes the connection for good: from now on its bytes are
     * chunks that were made elsewhere.
     */
    Channel events() {
        var head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        describe(head.headers(), "text/event-stream");
        head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        head.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        var _ = channel.writeAndFlush(head);
        channel.pipeline().remove(HttpServerCodec.class);
        return channel;
    }

    /** Begins an answer of bytes; whoever sends them ends them with {@link #last}. */
    Channel bytes(Map<CharSequence, String> headers) {
        var head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        describe(head.headers(), "application/octet-stream");
        headers.forEach(head.headers()::set);
        var _ = channel.writeAndFlush(head);
        return channel;
    }

    private static void describe(HttpHeaders headers, String type) {
        headers.set(HttpHeaderNames.CONTENT_TYPE, type);
        headers.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
    }
}
