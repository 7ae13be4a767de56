package dev.muster.store.client;

import dev.muster.store.client.Answer.Lost;
import dev.muster.store.client.Answer.Replied;
import dev.muster.store.client.Answer.Sent;
import dev.muster.store.protocol.StoreReply;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.protocol.StoreRequest.CancelWait;
import dev.muster.store.wire.MalformedStream;
import dev.muster.store.wire.ReplyDecoder;
import dev.muster.store.wire.RequestEncoder;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/** Requests out, answers in, each to whoever asked. Lives on the connection's loop. */
final class Conversation extends SimpleChannelInboundHandler<StoreReply> {
    private final RequestEncoder encoder;
    private final ReplyDecoder decoder;
    private final Channel channel;
    private final Queue<CompletableFuture<Answer>> unanswered = new ArrayDeque<>();
    private Optional<Lost> end = Optional.empty();

    Conversation(RequestEncoder encoder, ReplyDecoder decoder, Channel channel) {
        super(StoreReply.class);
        this.encoder = encoder;
        this.decoder = decoder;
        this.channel = channel;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        ByteBuf out = channel.alloc().buffer();
        encoder.writeHello(out);
        var _ = channel.write(out, channel.voidPromise()); // goes out with the first request
    }

    /** Sends {@code request}; {@code answer} completes when it is answered, sent or hopeless. */
    void ask(StoreRequest request, CompletableFuture<Answer> answer) {
        if (end.isPresent()) {
            answer.complete(end.get());
            return;
        }
        boolean answered = ReplyDecoder.isAnswered(request);
        if (answered) {
            decoder.expect(request);
            unanswered.add(answer);
        }
        ByteBuf out = channel.alloc().buffer();
        encoder.write(request, out);
        var _ =
                channel.writeAndFlush(out)
                        .addListener(
                                written -> {
                                    if (!answered && written.isSuccess()) {
                                        answer.complete(new Sent());
                                    } else if (!written.isSuccess()) {
                                        answer.complete(end("cannot send: " + written.cause()));
                                    }
                                });
    }

    /**
     * Nobody waits for the answer to {@code request} any more. A store is free not to answer a WAIT
     * or BARRIER, so those are cancelled; with one that answers nothing else there is no talking.
     */
    void giveUp(StoreRequest request) {
        if (ReplyDecoder.isWaiting(request)) {
            ask(new CancelWait(), new CompletableFuture<>());
        } else {
            end("it had not answered %s in time".formatted(request.getClass().getSimpleName()));
        }
    }

    /** Closes the connection. Whatever is asked from now on is lost {@code because} of that. */
    Lost end(String because) {
        Lost lost = end.orElseGet(() -> new Lost(because));
        end = Optional.of(lost);
        unanswered.forEach(answer -> answer.complete(lost));
        unanswered.clear();
        var _ = channel.close();
        return lost;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, StoreReply reply) {
        if (end.isEmpty()) unanswered.remove().complete(new Replied(reply));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        end("the store closed the connection");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        end(
                cause instanceof MalformedStream
                        ? "it does not answer like a store: " + cause.getMessage()
                        : "the connection broke: " + cause.getMessage());
    }
}
