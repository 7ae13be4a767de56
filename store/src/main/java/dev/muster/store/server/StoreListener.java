package dev.muster.store.server;

import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.StoreReply.Changed;
import dev.muster.store.view.ConnectionView;
import dev.muster.store.view.Holdings;
import dev.muster.store.view.KeyView;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A listening socket and the loop behind it. Its methods may be called from any thread. */
public final class StoreListener implements AutoCloseable {
    private final StoreLoop loop;
    private final InetSocketAddress address;
    private final Object door = new Object(); // one clears or closes at a time
    private volatile boolean closed;

    private StoreListener(StoreLoop loop) {
        this.loop = loop;
        this.address = loop.address();
    }

    /**
     * Listens on {@code address} and nowhere else, and serves whoever connects.
     *
     * @throws IOException if it cannot, with nothing left open
     */
    public static StoreListener open(InetSocketAddress address, Reception reception)
            throws IOException {
        reception.expectedClients().ifPresent(SystemBacklog::warnIfBelow);
        return new StoreListener(StoreLoop.start(address, reception));
    }

    /** Where it listens, with the port that it got. */
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Drops every key, wait and connection, and returns when they are gone. Goes on listening; once
     * closed there is nothing to drop.
     */
    public void clear() {
        synchronized (door) {
            if (!closed) loop.clear();
        }
    }

    /** Deletes what begins with {@code prefix}, and tells how many that were. */
    public int deletePrefix(Bytes prefix) {
        return loop.deletePrefix(prefix);
    }

    /** Has {@code told} run at each change of {@code key}, until what is returned was. */
    public Runnable watch(Key key, Consumer<? super Changed> told) {
        return loop.watch(key, told);
    }

    /** Everybody who is connected now, in the order of their coming. */
    public List<ConnectionView> view() {
        return loop.view();
    }

    /** Up to {@code atMost} keys, with the first bytes of their values. */
    public List<KeyView> keys(int atMost, int beginning) {
        return loop.keys(atMost, beginning);
    }

    /** How much is held now. */
    public Holdings holdings() {
        return loop.holdings();
    }

    /** How often was asked for what so far. */
    public Map<String, Long> operations() {
        return loop.operations();
    }

    /** How many connections were cut off so far. */
    public long cutOff() {
        return loop.cutOff();
    }

    /** For tests: runs {@code task} on the loop, which answers nobody in the meantime. */
    void occupy(Runnable task) {
        loop.occupy(task);
    }

    /**
     * Closes once nobody is connected, or after {@code grace}.
     *
     * @return whether all had left
     */
    public boolean closeGracefully(Duration grace) {
        boolean allLeft = closed || loop.awaitNobody(grace);
        close();
        return allLeft;
    }

    /**
     * Stops listening, drops everything, and returns when the port is free and the loop gone, or
     * after some seconds if the loop hangs.
     */
    @Override
    public void close() {
        synchronized (door) {
            if (closed) return;
            closed = true;
            loop.close();
        }
    }
}
