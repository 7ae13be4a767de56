package dev.muster.store.client;

import dev.muster.store.client.Answer.GivenUp;
import dev.muster.store.client.Answer.Late;
import dev.muster.store.client.Answer.Lost;
import dev.muster.store.client.Opening.Outcome.Failed;
import dev.muster.store.client.Opening.Outcome.Opened;
import dev.muster.store.protocol.Loss;
import dev.muster.store.protocol.StoreRequest;
import dev.muster.store.wire.ReplyDecoder;

import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * All connections of one client. On the first everything is asked that is answered at once. Each
 * wait that is open has a connection to itself, since there any further request would end it; those
 * are opened when they are needed and kept for the next wait. May be used from any thread; what it
 * holds lives on the client's own.
 */
public final class Connections implements Line, AutoCloseable {
    private static final int MOST_IDLE = 16;

    private final EventLoop loop =
            new SingleThreadIoEventLoop(null, ClientThread::new, NioIoHandler.newFactory());
    private final Destination destination;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CompletableFuture<Lost> end = new CompletableFuture<>();
    private final CompletableFuture<Opened> first = new CompletableFuture<>();
    private final Set<Conversation> open = new HashSet<>();
    private final Set<CompletableFuture<Opening.Outcome>> openings = new HashSet<>();
    private final Deque<Conversation> idle = new ArrayDeque<>();

    private Connections(Destination destination) {
        this.destination = destination;
    }

    /** What came of opening. */
    public sealed interface Outcome {
        record Connected(Connections connections) implements Outcome {}

        record NotConnected(Lost why) implements Outcome {}
    }

    /**
     * Connects to a store.
     *
     * @return completes by {@code deadline}; whoever completes it before has stopped it
     */
    public static CompletableFuture<Outcome> open(Destination destination, Deadline deadline) {
        var connections = new Connections(destination);
        var outcome = new CompletableFuture<Outcome>();
        var opening = Opening.begin(connections.loop, destination, deadline, Greeting.PING);
        var _ = opening.thenAccept(how -> outcome.complete(connections.begun(how)));
        var _ =
                outcome.thenAccept(
                        how -> {
                            if (how instanceof Outcome.NotConnected(var why)) {
                                opening.complete(new Failed(why));
                                connections.close();
                            }
                        });
        return outcome;
    }

    private Outcome begun(Opening.Outcome opening) {
        return switch (opening) {
            case Failed(var why) -> new Outcome.NotConnected(why);
            case Opened opened -> {
                keep(opened.conversation());
                first.complete(opened);
                var _ = opened.conversation().end().thenAccept(this::endAll);
                yield new Outcome.Connected(this);
            }
        };
    }

    @Override
    public CompletableFuture<Answer> ask(StoreRequest request, Deadline deadline) {
        var answer = new CompletableFuture<Answer>();
        if (deadline.remainingNanos() <= 0) {
            answer.complete(new Late());
            return answer;
        }
        try {
            loop.execute(() -> begin(request, deadline, answer));
        } catch (RejectedExecutionException _) {
            answer.complete(new Lost(Loss.CLOSED, Findings.CLOSED));
        }
        return answer;
    }

    private void begin(StoreRequest request, Deadline deadline, CompletableFuture<Answer> answer) {
        if (end.isDone()) answer.complete(end.join());
        if (answer.isDone()) return;
        var late =
                loop.schedule(
                        () -> answer.complete(new Late()),
                        deadline.remainingNanos(),
                        TimeUnit.NANOSECONDS);
        var _ = answer.thenRun(() -> late.cancel(false));
        if (ReplyDecoder.isWaiting(request)) await(request, deadline, answer);
        else askOn(first.join().conversation(), new Question(request, answer), answer);
    }

    private void await(StoreRequest request, Deadline deadline, CompletableFuture<Answer> answer) {
        for (Conversation free = idle.poll(); free != null; free = idle.poll()) {
            if (free.isOpen()) {
                awaitOn(free, request, answer);
                return;
            }
        }
        var there = destination.at(first.join().address()); // another may be another store
        var opening = Opening.begin(loop, there, deadline, first.join().greeting());
        openings.add(opening);
        whenGivenUp(answer, () -> opening.complete(new Failed(new Lost(Loss.CLOSED, ""))));
        var _ =
                opening.thenAccept(
                        outcome -> {
                            openings.remove(opening);
                            switch (outcome) {
                                // while the first is well, so is the store
                                case Failed _ ->
                                        answer.complete(end.isDone() ? end.join() : new Late());
                                case Opened(var conversation, _, _) -> {
                                    keep(conversation);
                                    awaitOn(conversation, request, answer);
                                }
                            }
                        });
    }

    private void awaitOn(
            Conversation conversation, StoreRequest request, CompletableFuture<Answer> answer) {
        if (answer.isDone()) putBack(conversation);
        else
            askOn(conversation, new Question(request, answer, () -> putBack(conversation)), answer);
    }

    private void askOn(
            Conversation conversation, Question question, CompletableFuture<Answer> answer) {
        conversation.ask(question);
        whenGivenUp(answer, () -> conversation.giveUp(question));
    }

    private void whenGivenUp(CompletableFuture<Answer> answer, Runnable work) {
        var _ =
                answer.thenAccept(
                        how -> {
                            if (how instanceof Late || how instanceof GivenUp) run(work);
                        });
    }

    /** On the client's thread, unless that is gone and all is given up anyway. */
    private void run(Runnable work) {
        try {
            loop.execute(work);
        } catch (RejectedExecutionException _) {
            close();
        }
    }

    private void keep(Conversation conversation) {
        open.add(conversation);
        var _ = conversation.end().thenRun(() -> open.remove(conversation));
        if (end.isDone()) endAll(end.join());
    }

    private void putBack(Conversation conversation) {
        if (!conversation.isOpen()) return;
        if (idle.size() < MOST_IDLE) idle.push(conversation);
        else conversation.end(Loss.CLOSED, Findings.CLOSED);
    }

    /**
     * Ends every call and every connection. Returns when its thread is gone, unless called there.
     */
    @Override
    public void close() {
        if (closed.getAndSet(true)) return;
        loop.execute(() -> endAll(new Lost(Loss.CLOSED, Findings.CLOSED)));
        var gone = loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        if (!loop.inEventLoop()) gone.awaitUninterruptibly();
    }

    /** Waits too, though their connections may be well: they are this client's. */
    private void endAll(Lost why) {
        end.complete(why);
        List.copyOf(openings).forEach(each -> each.complete(new Failed(why)));
        List.copyOf(open).forEach(each -> each.end(why.loss(), why.because()));
    }
}
