package dev.muster.store.server;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.muster.store.keyspace.ConnectionId;
import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreReply.Changed;
import dev.muster.store.view.ConnectionView;
import dev.muster.store.view.Holdings;
import dev.muster.store.view.KeyView;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.unix.Errors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The one thread that accepts, reads, decides and answers. Its methods may be called from any other
 * thread.
 */
final class StoreLoop {
    private static final Logger LOG = LoggerFactory.getLogger(StoreLoop.class);

    /** For what takes a millisecond unless the loop or the machine is stuck. */
    private static final int PATIENCE_MILLIS = 5_000;

    /** Linux's numbers: nowhere else is there a transport that tells them. */
    private static final int EADDRINUSE = 98;

    private static final int EADDRNOTAVAIL = 99;

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

    /**
     * Listens on {@code address} and serves whoever connects.
     *
     * @throws IOException if it cannot listen there, with nothing left open
     */
    static StoreLoop start(InetSocketAddress address, Reception reception) throws IOException {
        // Loaded now: the first line of a log needs them, and may have to tell that no file opens.
        LOG.debug("times are told by {}", ZoneId.systemDefault().getRules());
        int maxQueuedBytes = reception.capacity().maxQueuedBytes();
        var engine = Engine.start(reception.transport());
        var loop = engine.loop();
        var clients = new Clients(loop, reception);
        var bound =
                new ServerBootstrap()
                        .group(loop)
                        .channelFactory(engine.channels())
                        .option(ChannelOption.SO_REUSEADDR, true)
                        .option(ChannelOption.SO_BACKLOG, SystemBacklog.LARGEST)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childOption(ChannelOption.SO_KEEPALIVE, true)
                        .childOption(
                                ChannelOption.WRITE_BUFFER_WATER_MARK,
                                new WriteBufferWaterMark(maxQueuedBytes, maxQueuedBytes))
                        .childHandler(clients)
                        .bind(address)
                        .awaitUninterruptibly();
        if (bound.isSuccess()) {
            var thread = loop.submit(Thread::currentThread).syncUninterruptibly().getNow();
            var listening = (InetSocketAddress) bound.channel().localAddress();
            var watchdog =
                    Watchdog.start(loop, thread, clients::takenUp, listening, reception.stalls());
            return new StoreLoop(loop, bound.channel(), clients, watchdog);
        }
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).awaitUninterruptibly();
        throw asTheJdkTellsIt(bound.cause());
    }

    /** An address that cannot be had is a {@link BindException}, whatever the transport. */
    private static IOException asTheJdkTellsIt(Throwable failure) {
        boolean address =
                failure instanceof Errors.NativeIoException known
                        && (known.expectedErr() == -EADDRINUSE
                                || known.expectedErr() == -EADDRNOTAVAIL);
        if (address) {
            var bind = new BindException(failure.getMessage());
            bind.initCause(failure);
            return bind;
        }
        return failure instanceof IOException other ? other : new IOException(failure);
    }

    /** Where it listens, with the port that it got. */
    InetSocketAddress address() {
        return (InetSocketAddress) listening.localAddress();
    }

    /**
     * Drops every key, wait and connection, and returns when they are gone. Those connections
     * included that the system has taken and the loop has not yet: what they have sent was meant
     * for what is dropped.
     */
    void clear() {
        try (var last = LastComer.outside(address())) {
            loop.submit(() -> clients.clearAtComingOf(last)).syncUninterruptibly();
            last.comeIn();
        } catch (IOException e) {
            LOG.warn("cleared without those who had connected and not been let in", e);
            closing(clients::clear);
        }
    }

    /** Returns when {@code task}, run on the loop, says that everything is closed. */
    private void closing(Consumer<Runnable> task) {
        var closed = new CompletableFuture<Void>();
        loop.execute(() -> task.accept(() -> closed.complete(null)));
        try {
            closed.orTimeout(PATIENCE_MILLIS, MILLISECONDS).join();
        } catch (CompletionException e) {
            LOG.warn("some connections have not closed in {} ms", PATIENCE_MILLIS, e);
        }
    }

    int deletePrefix(Bytes prefix) {
        return ask(() -> clients.deletePrefix(prefix), 0);
    }

    /** Has {@code told} run on the loop at each change, until what is returned was. */
    Runnable watch(Key key, Consumer<? super Changed> told) {
        Optional<ConnectionId> watcher =
                ask(() -> Optional.of(clients.watch(key, told)), Optional.empty());
        return () -> watcher.ifPresent(this::unwatch);
    }

    private void unwatch(ConnectionId watcher) {
        try {
            loop.execute(() -> clients.unwatch(watcher));
        } catch (RejectedExecutionException _) {
            return; // it has ended
        }
    }

    List<ConnectionView> view() {
        return ask(clients::view, List.of());
    }

    List<KeyView> keys(int atMost, int beginning) {
        return ask(() -> clients.keys(atMost, beginning), List.of());
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

    /** Also once it has ended: of its whole life then. */
    Map<String, Long> operations() {
        Optional<Map<String, Long>> now =
                ask(() -> Optional.of(clients.operations()), Optional.empty());
        return now.orElseGet(clients::operations);
    }

    long cutOff() {
        return clients.cutOff();
    }

    /** Returns once nobody is connected, or after {@code atMost}: whether nobody is. */
    boolean awaitNobody(Duration atMost) {
        try {
            var nobody = new CompletableFuture<Boolean>();
            loop.execute(() -> clients.tellOnceNobody(nobody));
            return nobody.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException _) {
            return true;
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

    /**
     * Closes the socket and every connection, and returns when they and the thread are gone. A loop
     * that hangs is left to itself after a while: its clients are reset, and it ends if it ever
     * goes on.
     */
    void close() {
        watchdog.close();
        // Channel by channel: a loop that is told to end at once does not look at what it has open.
        boolean ends = listening.close().awaitUninterruptibly(PATIENCE_MILLIS);
        if (ends) closing(clients::close);
        else loop.execute(() -> clients.close(() -> {}));
        var end = loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        if (!ends || !end.awaitUninterruptibly(PATIENCE_MILLIS)) watchdog.abandon(PATIENCE_MILLIS);
    }
}
