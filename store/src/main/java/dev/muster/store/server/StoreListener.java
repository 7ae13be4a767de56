package dev.muster.store.server;

import dev.muster.store.protocol.Bytes;
import dev.muster.store.view.ConnectionView;
import dev.muster.store.view.Holdings;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A listening socket and the loop behind it. Its methods may be called from any thread.
 *
 * <p>Where the system allows it the address is reserved first, in a few milliseconds, and the loop
 * comes up behind it on another thread: loading Netty takes a hundred milliseconds or more, in
 * which whoever opens a store has other things to do.
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
     * Will listen on {@code address} and nowhere else. {@link #awaitOpen} tells when it does.
     *
     * @throws IOException if it cannot, with nothing left open
     */
    public static StoreListener open(InetSocketAddress address, Reception reception)
            throws IOException {
        reception.expectedClients().ifPresent(SystemBacklog::warnIfBelow);
        LoggerFactory.getILoggerFactory(); // SLF4J complains on stderr if two threads load it
        if (!Reservation.isPossible()) {
            var loop = StoreLoop.start(address, reception);
            return new StoreListener(loop.address(), CompletableFuture.completedFuture(loop));
        }
        var reserved = Reservation.of(address);
        var loop =
                CompletableFuture.supplyAsync(
                        () -> start(reserved, reception),
                        start -> Thread.ofPlatform().daemon().name("store start").start(start));
        return new StoreListener(reserved.address(), loop);
    }

    private static StoreLoop start(Reservation reserved, Reception reception) {
        try (reserved) {
            return StoreLoop.start(reserved.address(), reception);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns when whoever connects is served.
     *
     * @throws IOException if that cannot be, with nothing left open
     */
    public void awaitOpen() throws IOException {
        try {
            loop.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException failure) throw failure.getCause();
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
        if (closed.getAndSet(true)) return;
        if (loop.exceptionally(_ -> null).join() instanceof StoreLoop open) open.close();
    }
}
