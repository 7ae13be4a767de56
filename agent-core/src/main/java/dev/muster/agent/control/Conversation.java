package dev.muster.agent.control;

import dev.muster.agent.control.api.ApiLimits;
import dev.muster.agent.pairing.Role;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One client's connection: a request, its answer, the next request. A client that sends on before
 * it was answered, or sends what is no request, has said its last word. Lives on the control loop.
 */
final class Conversation extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);

    /** On one connection; whoever goes on after that is broken, or worse. */
    private static final int MOST_REFUSALS = 5;

    /** What is being done with the connection. */
    private enum Turn {
        READING,
        ANSWERING,
        /** Whatever comes is not looked at any more. */
        OVER
    }

    private final Desk desk;
    private final Caller caller;

    /** What a client may call us. A web page's host has another name. */
    private final Set<String> hosts;

    private final Runnable overstepped;

    private Turn turn = Turn.READING;
    private int refusals;
    private @Nullable HttpRequest head;
    private ByteArrayOutputStream body = new ByteArrayOutputStream();
    private @Nullable Future<?> deadline;

    /**
     * @param hosts what a client may call us
     * @param overstepped told when it is hung up on for what it asked
     */
    Conversation(Desk desk, Caller caller, Set<String> hosts, Runnable overstepped) {
        this.desk = desk;
        this.caller = caller;
        this.hosts = hosts;
        this.overstepped = overstepped;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        giveUpAfter(ApiLimits.REQUEST, context);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        turn = Turn.OVER;
        forgetDeadline();
        context.fireChannelInactive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (turn == Turn.OVER || !(message instanceof HttpObject part)) return;
            take(part, context);
        } catch (Refusal refusal) {
            refuse(refusal, context);
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable broken) {
        boolean isGone = broken instanceof IOException || broken.getCause() instanceof IOException;
        boolean isUnreadable = !isGone && broken instanceof DecoderException;
        if (isUnreadable && turn != Turn.OVER) {
            refuse(Refusal.malformed("what came cannot be taken apart"), context);
            return;
        }
        if (!isGone && !isUnreadable) LOG.warn("A client's request broke.", broken);
        var _ = context.close();
    }

    private void take(HttpObject part, ChannelHandlerContext context) {
        if (turn == Turn.ANSWERING) {
            throw Refusal.malformed("a request before the one before it was answered");
        }
        if (part.decoderResult().isFailure()) throw tooMuch(part.decoderResult().cause());
        if (part instanceof HttpRequest begun) begin(begun, context);
        if (part instanceof HttpContent piece) append(piece.content());
        if (part instanceof LastHttpContent && head != null) answer(head, context);
    }

    private static Refusal tooMuch(Throwable why) {
        return switch (why) {
            case TooLongHttpLineException _ ->
                    Refusal.of(414, "Too long", "the first line has more bytes than it may");
            case TooLongHttpHeaderException _ ->
                    Refusal.of(431, "Too long", "the header has more bytes than it may");
            case TooLongFrameException _ -> Refusal.of(413, "Too long", "more than may be sent");
            default -> Refusal.malformed("this is no request of HTTP/1.1");
        };
    }

    private void begin(HttpRequest begun, ChannelHandlerContext context) {
        giveUpAfter(ApiLimits.REQUEST, context);
        body = new ByteArrayOutputStream();
        head = begun;
        check(begun);
        if (!isSmall(begun)) checkCaller(begun);
        if (HttpUtil.is100ContinueExpected(begun)) {
            var _ =
                    context.writeAndFlush(
                            new DefaultFullHttpResponse(
                                    HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
        }
    }

    private void check(HttpRequest begun) {
        HttpHeaders headers = begun.headers();
        if (!begun.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
            throw Refusal.of(505, "Version not supported", "expected HTTP/1.1");
        }
        if (headers.contains(HttpHeaderNames.ORIGIN)) {
            throw Refusal.of(403, "Not allowed", "web pages are not served (Origin)");
        }
        List<String> names = headers.getAll(HttpHeaderNames.HOST);
        if (names.size() > 1 || !names.stream().allMatch(hosts::contains)) {
            throw Refusal.of(403, "Not allowed", "that is not our name (Host)");
        }
        if (headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
                && headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
            throw Refusal.malformed("the body has two lengths");
        }
        if (HttpUtil.getContentLength(begun, 0L) > ApiLimits.BODY_BYTES) {
            throw tooLong(ApiLimits.BODY_BYTES);
        }
    }

    private static boolean isSmall(HttpRequest begun) {
        return !begun.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)
                && HttpUtil.getContentLength(begun, 0L) <= ApiLimits.SMALL_BODY_BYTES;
    }

    /** Before much of it is read: it may be nothing that this caller may ask. */
    private void checkCaller(HttpRequest begun) {
        Request asked = understood(begun);
        if (asked.endpoint().needs() == Role.STRANGER) throw tooLong(ApiLimits.SMALL_BODY_BYTES);
    }

    private Request understood(HttpRequest begun) {
        HttpHeaders headers = begun.headers();
        return Request.of(
                begun.method().name(),
                begun.uri(),
                name -> Optional.ofNullable(headers.get(name)),
                caller);
    }

    private void append(ByteBuf piece) {
        if (body.size() + piece.readableBytes() > ApiLimits.BODY_BYTES) {
            throw tooLong(ApiLimits.BODY_BYTES);
        }
        try {
            piece.readBytes(body, piece.readableBytes());
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot be written", e);
        }
    }

    private static Refusal tooLong(int most) {
        return Refusal.of(413, "Too long", "a body may have %d bytes".formatted(most));
    }

    private void answer(HttpRequest whole, ChannelHandlerContext context) {
        turn = Turn.ANSWERING;
        forgetDeadline();
        boolean keep = HttpUtil.isKeepAlive(whole);
        var answer = new Answer(context.channel(), () -> ready(keep, context));
        try {
            desk.answer(understood(whole), text(), answer);
        } catch (Refusal refusal) {
            boolean isWritten = desk.refused(caller, whole.method() + " " + whole.uri(), refusal);
            if (isEnough(isWritten)) {
                end(refusal, context);
            } else {
                answer.problem(refusal.problem());
            }
        }
    }

    /** A stranger has a single try. Others have some: each refusal costs us a line. */
    private boolean isEnough(boolean isWritten) {
        if (isWritten) refusals++;
        return caller.role() == Role.STRANGER || refusals >= MOST_REFUSALS;
    }

    private void end(Refusal refusal, ChannelHandlerContext context) {
        turn = Turn.OVER;
        forgetDeadline();
        overstepped.run();
        new Answer(context.channel(), () -> {}).lastProblem(refusal.problem());
    }

    private String text() {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body.toByteArray()))
                    .toString();
        } catch (CharacterCodingException _) {
            throw Refusal.malformed("the body is not UTF-8");
        } finally {
            body = new ByteArrayOutputStream(); // a large one is not kept for the next request
        }
    }

    private void ready(boolean keep, ChannelHandlerContext context) {
        if (turn != Turn.ANSWERING) return;
        head = null;
        if (keep) {
            turn = Turn.READING;
            giveUpAfter(ApiLimits.IDLE, context);
        } else {
            turn = Turn.OVER;
            new Answer(context.channel(), () -> {}).hangUp();
        }
    }

    /** Of what was not even a request. */
    private void refuse(Refusal refusal, ChannelHandlerContext context) {
        HttpRequest begun = head;
        String what = begun == null ? "a request" : begun.method() + " " + begun.uri();
        var _ = desk.refused(caller, what, refusal);
        end(refusal, context);
    }

    private void giveUpAfter(Duration time, ChannelHandlerContext context) {
        forgetDeadline();
        deadline =
                context.executor()
                        .schedule(
                                () -> {
                                    var _ = context.close();
                                },
                                time.toMillis(),
                                TimeUnit.MILLISECONDS);
    }

    private void forgetDeadline() {
        if (deadline != null) deadline.cancel(false);
    }
}
