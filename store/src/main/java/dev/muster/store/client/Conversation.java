package dev.muster.store.client;

import dev.muster.store.client.Answer.GivenUp;
import dev.muster.store.client.Answer.Lost;
import dev.muster.store.client.Answer.Replied;
import dev.muster.store.client.Answer.Sent;
import dev.muster.store.protocol.Capacity;
import dev.muster.store.protocol.Dialect;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.Loss;
import dev.muster.store.protocol.StoreReply;
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

/**
 * Requests out, answers in, each to whoever asked. Lives on the client's thread.
 *
 * <p>The stream stays in step when somebody does not wait any more: an answer that comes after all
 * is read and dropped, a wait is cancelled, and what had not left yet never leaves. So a store that
 * stalls for a while costs the calls made meanwhile and not the connection.
 *
 * <p>No more is asked at a time than a store keeps of unread answers: whoever has it pile up more
 * is cut off, however fast he reads.
 */
final class Conversation extends SimpleChannelInboundHandler<StoreReply> {
    private static final long MOST_DUE = Capacity.DEFAULT.maxQueuedBytes();

    private final Channel channel;
    private final FirstWords firstWords = new FirstWords();
    private final RequestEncoder encoder = new RequestEncoder(Dialect.C);
    private final ReplyDecoder decoder = new ReplyDecoder(Limits.DEFAULT);
    private final Queue<Question> unsent = new ArrayDeque<>();
    private final Queue<Question> unanswered = new ArrayDeque<>();
    private final CompletableFuture<Lost> end = new CompletableFuture<>();
    private long due; // what the answers to come may take

    private Conversation(Channel channel) {
        super(StoreReply.class);
        this.channel = channel;
    }

    /** Makes {@code channel}, which is about to connect, the way to a store. */
    static Conversation over(Channel channel) {
        var conversation = new Conversation(channel);
        channel.pipeline().addLast(conversation.firstWords, conversation.decoder, conversation);
        return conversation;
    }

    boolean isOpen() {
        return !end.isDone();
    }

    /** Completes when this is over. */
    CompletableFuture<Lost> end() {
        return end;
    }

    FirstWords firstWords() {
        return firstWords;
    }

    /** The channel is connected. */
    void begin() {
        ByteBuf out = channel.alloc().buffer();
        encoder.writeHello(out);
        var _ = channel.write(out, channel.voidPromise()); // goes out with the first request
    }

    /** Sends it once there is room. It is over when it is answered, sent or hopeless. */
    void ask(Question question) {
        if (end.isDone()) {
            question.over(end.join());
            return;
        }
        unsent.add(question);
        sendWhatFits();
    }

    /** Nobody waits for the answer to {@code question}, which was asked here, any more. */
    void giveUp(Question question) {
        if (unsent.remove(question)) {
            question.over(new GivenUp());
        } else if (ReplyDecoder.isWaiting(question.request()) && unanswered.contains(question)) {
            ask(new Question(new CancelWait(), new CompletableFuture<>()));
            question.over(
                    new GivenUp()); // whatever is asked next is read after the cancel's answer
        }
    }

    /** Closes the connection. Whatever is asked from now on is lost {@code because} of that. */
    Lost end(Loss loss, String because) {
        end.complete(new Lost(loss, because));
        Lost lost = end.join();
        while (!unanswered.isEmpty()) unanswered.remove().over(lost);
        while (!unsent.isEmpty()) unsent.remove().over(lost);
        var _ = channel.close();
        return lost;
    }

    private void sendWhatFits() {
        while (channel.isWritable() && !unsent.isEmpty() && mayFollow(unsent.element())) {
            send(unsent.remove());
        }
    }

    private boolean mayFollow(Question next) {
        return unanswered.isEmpty() || due + longestAnswer(next) <= MOST_DUE;
    }

    private static long longestAnswer(Question question) {
        return ReplyDecoder.longestAnswer(question.request(), Limits.DEFAULT);
    }

    private void send(Question question) {
        boolean answered = ReplyDecoder.isAnswered(question.request());
        if (answered) {
            decoder.expect(question.request());
            unanswered.add(question);
            due += longestAnswer(question);
        }
        ByteBuf out = channel.alloc().buffer();
        encoder.write(question.request(), out);
        var _ =
                channel.writeAndFlush(out)
                        .addListener(
                                written -> {
                                    if (!written.isSuccess()) {
                                        var why = Optional.ofNullable(written.cause());
                                        question.over(broken(why));
                                    } else if (!answered) {
                                        question.over(new Sent());
                                    }
                                });
    }

    private Lost broken(Optional<Throwable> cause) {
        return end(
                Loss.BROKEN,
                cause.flatMap(e -> Optional.ofNullable(e.getMessage()))
                        .map(reason -> "the connection broke: " + reason)
                        .orElse("the store closed the connection"));
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        sendWhatFits();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, StoreReply reply) {
        if (!isOpen()) return;
        var answered = unanswered.remove();
        due -= longestAnswer(answered);
        answered.over(new Replied(reply));
        sendWhatFits();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        end(Loss.BROKEN, "the store closed the connection");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof MalformedStream) {
            end(Loss.BROKEN, "it does not answer like a store: " + cause.getMessage());
        } else {
            broken(Optional.of(cause));
        }
    }
}
