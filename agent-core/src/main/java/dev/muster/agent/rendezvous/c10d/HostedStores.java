package dev.muster.agent.rendezvous.c10d;

import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The stores that this process serves, by port: runs that meet at the same port share one, as they
 * do in PyTorch. Any thread.
 */
final class HostedStores {
    /** A port belongs to the process, and so does this. */
    static final HostedStores OF_THIS_PROCESS = new HostedStores();

    private final Map<Integer, Shared> byPort = new HashMap<>();

    /** A server and how many runs use it. */
    private static final class Shared {
        final StoreServer server;
        int runs;

        Shared(StoreServer server) {
            this.server = server;
        }
    }

    /** One run's use of a server. */
    final class Lease {
        private final Shared shared;
        private boolean over;

        private Lease(Shared shared) {
            this.shared = shared;
        }

        StoreServer server() {
            return shared.server;
        }

        /**
         * Ends this run's use. The last one serves on until every client has left, at most for
         * {@code grace}.
         */
        void end(Duration grace) {
            synchronized (HostedStores.this) {
                if (over) return;
                over = true;
                if (--shared.runs > 0) return;
                byPort.remove(shared.server.address().getPort());
            }
            shared.server.closeGracefully(grace);
        }
    }

    /** See {@link StoreServer#open}. */
    synchronized Lease open(StoreServerConfig config) {
        Shared shared = byPort.get(config.port());
        if (shared == null) {
            shared = new Shared(StoreServer.open(config));
            byPort.put(shared.server.address().getPort(), shared);
        }
        shared.runs++;
        return new Lease(shared);
    }
}
