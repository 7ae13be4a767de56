package dev.muster.agent.round;

import dev.muster.agent.job.StoreAddress;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/**
 * The workers' store of a job whose rank 0 this node is, or was: opened when it is needed first,
 * and at one address from then on. torchrun's agents go by the address they heard first (§9), and
 * what old workers left is cleared instead. On the rendezvous thread.
 */
final class WorkerStore implements AutoCloseable {
    private final StoreServerConfig config;
    private final Consumer<StoreServer> opened;
    private @Nullable StoreServer server;

    WorkerStore(StoreServerConfig config, Consumer<StoreServer> opened) {
        this.config = config;
        this.opened = opened;
    }

    /**
     * @throws dev.muster.store.StoreException when it cannot be opened
     */
    StoreAddress open(MasterHost host) {
        StoreServer open = server;
        if (open == null) {
            open = StoreServer.open(config.withAddress(host.bound()));
            server = open;
            opened.accept(open);
        }
        return new StoreAddress(host.name(), open.address().getPort(), true);
    }

    /** Drops what the workers of an earlier round left. */
    void clear() {
        StoreServer open = server;
        if (open != null) open.clear();
    }

    @Override
    public void close() {
        StoreServer open = server;
        if (open != null) open.close();
    }
}
