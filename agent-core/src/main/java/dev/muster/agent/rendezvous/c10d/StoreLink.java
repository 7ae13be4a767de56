package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreException;

import org.jspecify.annotations.Nullable;

import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * The way to a store that may go away and come back: a client for as long as it is well, then
 * another. Any thread.
 */
final class StoreLink implements AutoCloseable {
    private final InetSocketAddress address;
    private @Nullable StoreClient client;
    private boolean closed;

    StoreLink(InetSocketAddress address) {
        this.address = address;
    }

    /**
     * The client that is well as far as is known; connects if there is none.
     *
     * @throws Unreachable if that fails
     */
    synchronized StoreClient client(Duration atMost) {
        if (closed) throw new Unreachable("the rendezvous was let go of");
        if (client != null) return client;
        try {
            var fresh = StoreClient.connect(address, atMost);
            client = fresh;
            return fresh;
        } catch (StoreException e) {
            throw C10dSharedState.unreachable(e);
        }
    }

    /** No answer came of {@code broken}: the next gets another. */
    void failed(StoreClient broken) {
        synchronized (this) {
            if (client != broken) return;
            client = null;
        }
        broken.close();
    }

    @Override
    public void close() {
        StoreClient last;
        synchronized (this) {
            closed = true;
            last = client;
            client = null;
        }
        if (last != null) last.close();
    }
}
