package dev.muster.store.client;

import dev.muster.store.client.Answer.Interrupted;
import dev.muster.store.client.Answer.Late;
import dev.muster.store.client.Answer.Lost;
import dev.muster.store.protocol.StoreRequest;

import io.netty.channel.EventLoop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A connection that is asked one thing at a time: the protocol knows no more, since any request
 * ends the wait before it. May be used from any thread; a thread that waits keeps the others
 * waiting, but none beyond its own deadline.
 */
public final class StoreConnection implements AutoCloseable {
    private final EventLoop loop;
    private final Conversation conversation;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ReentrantLock turn = new ReentrantLock(true);

    StoreConnection(EventLoop loop, Conversation conversation) {
        this.loop = loop;
        this.conversation = conversation;
    }

    /** Sends {@code request} and awaits what it calls for. */
    public Answer ask(StoreRequest request, Deadline deadline) {
        try {
            if (!turn.tryLock(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) return new Late();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Interrupted();
        }
        try {
            return askInTurn(request, deadline);
        } catch (RejectedExecutionException _) {
            return new Lost("this client is closed");
        } finally {
            turn.unlock();
        }
    }

    private Answer askInTurn(StoreRequest request, Deadline deadline) {
        var answer = new CompletableFuture<Answer>();
        loop.execute(() -> conversation.ask(request, answer));
        try {
            return answer.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            loop.execute(() -> conversation.giveUp(request));
            return new Late();
        } catch (InterruptedException _) {
            loop.execute(() -> conversation.giveUp(request));
            Thread.currentThread().interrupt();
            return new Interrupted();
        } catch (ExecutionException e) {
            throw new IllegalStateException("an answer is never completed with a failure", e);
        }
    }

    /** Closes the connection and returns when its thread is gone. Asking afterwards is refused. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) return;
        loop.execute(() -> conversation.end("this client is closed"));
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
