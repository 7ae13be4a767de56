package dev.muster.store.server;

import dev.muster.store.protocol.Bytes;
import dev.muster.store.view.ConnectionView;
import dev.muster.store.view.Holdings;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The one thread that accepts, reads, decides and answers. Its methods may be called from any other
 * thread.
 */
final class StoreLoop {
    private static final Logger LOG = LoggerFactory.getLogger(StoreLoop.class);

    private final EventLoop loop;
    private final Channel listening;
    private final Clients clients;
    private final Watchdog watchdog;

    private StoreLoop(EventLoop loop, Channel listening, Clients clients, Watchdog watchdog) {
        this.loop = loop;
        this.listening = listening;
        this.clients = clients;
        this.watchdog = watchdog;
    }

    /** Serves whoever connects to {@code socket}, which is bound and belongs to the loop now. */
    static StoreLoop start(ServerSocketChannel socket, Reception reception) {
        try {
            return serve(socket, reception);
        } catch (RuntimeException | Error e) {
            LOG.error("the store's loop cannot start, so its socket is closed", e);
            try {
                socket.close();
            } catch (IOException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
    }

    private static StoreLoop serve(ServerSocketChannel socket, Reception reception) {
        int maxQueuedBytes = reception.capacity().maxQueuedBytes();
        // One loop, not a group of one: a group hands its end over to a helper thread of Netty's
        // that is no daemon and keeps the JVM alive for a second more.
        var loop =
                new SingleThreadIoEventLoop(
                        null, new DefaultThreadFactory("store", true), NioIoHandler.newFactory());
        var backlog = new Backlog(socket);
        var clients = new Clients(reception, backlog);
        var registered =
                new ServerBootstrap()
                        .group(loop)
                        .channelFactory(() -> new NioServerSocketChannel(socket))
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childOption(ChannelOption.SO_KEEPALIVE, true)
                        .childOption(
                                ChannelOption.WRITE_BUFFER_WATER_MARK,
                                new WriteBufferWaterMark(maxQueuedBytes, maxQueuedBytes))
                        .childHandler(clients)
                        .register()
                        .syncUninterruptibly();
        var thread = loop.submit(Thread::currentThread).syncUninterruptibly().getNow();
        var address = (InetSocketAddress) registered.channel().localAddress();
        var watchdog = Watchdog.start(loop, thread, backlog, address, reception.stalls());
        return new StoreLoop(loop, registered.channel(), clients, watchdog);
    }

    /** Drops every key, wait and connection, and returns when they are gone. */
    void clear() {
        loop.submit(clients::clear).syncUninterruptibly();
    }

    int deletePrefix(Bytes prefix) {
        return ask(() -> clients.deletePrefix(prefix), 0);
    }

    List<ConnectionView> view() {
        return ask(clients::view, List.of());
    }

    Holdings holdings() {
        return ask(clients::holdings, Holdings.NONE);
    }

    /** What {@code question} finds on the loop; {@code atEnd} once that has ended. */
    private <T> T ask(Callable<T> question, T atEnd) {
        try {
            return loop.submit(question).syncUninterruptibly().getNow();
        } catch (RejectedExecutionException _) {
            return atEnd;
        }
    }

    long cutOff() {
        return clients.cutOff();
    }

    /** Returns once nobody is connected, or after {@code atMost}: whether nobody is. */
    boolean awaitNobody(Duration atMost) {
        try {
            var nobody = ask(clients::untilNobody, CompletableFuture.completedFuture(true));
            return nobody.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody fails to leave", e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Runs {@code task} on the loop, which answers nobody in the meantime. */
    void occupy(Runnable task) {
        loop.execute(task);
    }

    /** Closes the socket and every connection, and returns when they and the thread are gone. */
    void close() {
        watchdog.close();
        // Channel by channel: a loop that is told to end at once does not look at what it has open.
        listening.close().awaitUninterruptibly();
        loop.submit(clients::close).syncUninterruptibly();
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
