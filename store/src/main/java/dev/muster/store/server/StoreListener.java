package dev.muster.store.server;

import dev.muster.store.protocol.Bytes;
import dev.muster.store.view.ConnectionView;
import dev.muster.store.view.Holdings;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A listening socket and the loop behind it. Its methods may be called from any thread.
 *
 * <p>The socket is bound by the JDK alone, in a few milliseconds, and the loop comes up behind it
 * on another thread: loading Netty takes some hundred milliseconds, which the workers that will
 * connect spend on starting up themselves. Whoever connects earlier waits in the backlog.
 */
public final class StoreListener implements AutoCloseable {
    private final InetSocketAddress address;
    private final CompletableFuture<StoreLoop> loop;
    private final AtomicBoolean closed = new AtomicBoolean();

    private StoreListener(InetSocketAddress address, CompletableFuture<StoreLoop> loop) {
        this.address = address;
        this.loop = loop;
    }

    /**
     * Listens on {@code address} and nowhere else.
     *
     * @throws IOException if it cannot, with nothing left open
     */
    public static StoreListener open(InetSocketAddress address, Reception reception)
            throws IOException {
        var socket = ServerSocketChannel.open();
        try {
            socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            socket.bind(address, SystemBacklog.LARGEST);
            var bound = (InetSocketAddress) socket.getLocalAddress();
            reception.expectedClients().ifPresent(SystemBacklog::warnIfBelow);
            LoggerFactory.getILoggerFactory(); // SLF4J complains on stderr if two threads load it
            var loop =
                    CompletableFuture.supplyAsync(
                            () -> StoreLoop.start(socket, reception),
                            start -> Thread.ofPlatform().daemon().name("store start").start(start));
            return new StoreListener(bound, loop);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Where it listens, with the port that it got. */
    public InetSocketAddress address() {
        return address;
    }

    /** Drops every key, wait and connection, and returns when they are gone. Goes on listening. */
    public void clear() {
        loop.join().clear();
    }

    /** Deletes what begins with {@code prefix}, and tells how many that were. */
    public int deletePrefix(Bytes prefix) {
        return loop.join().deletePrefix(prefix);
    }

    /** Everybody who is connected now, in the order of their coming. */
    public List<ConnectionView> view() {
        return loop.join().view();
    }

    /** How much is held now. */
    public Holdings holdings() {
        return loop.join().holdings();
    }

    /** How many connections were cut off so far. */
    public long cutOff() {
        return loop.join().cutOff();
    }

    /** For tests: runs {@code task} on the loop, which answers nobody in the meantime. */
    void occupy(Runnable task) {
        loop.join().occupy(task);
    }

    /**
     * Closes once nobody is connected, or after {@code grace}.
     *
     * @return whether all had left
     */
    public boolean closeGracefully(Duration grace) {
        boolean allLeft = closed.get() || loop.join().awaitNobody(grace);
        close();
        return allLeft;
    }

    /** Stops listening, drops everything, and returns when the port is free and the loop gone. */
    @Override
    public void close() {
        if (!closed.getAndSet(true)) loop.join().close();
    }
}
