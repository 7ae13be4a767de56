package dev.muster.agent.round;

import dev.muster.agent.job.StoreAddress;
import dev.muster.store.StoreClient;
import dev.muster.store.protocol.Key;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * The workers' store of another node's agent, which does not empty it between rounds.
 *
 * <p>Whoever waits for its ranks has stopped its old workers, and nobody has new ones before all
 * have said what they have (elastic-agent §3.2). So until this node says that, it may delete what
 * is there, and old keys do not make the new process group fail (§2.9).
 */
final class ForeignWorkerStore implements AutoCloseable {
    private static final Duration TO_CONNECT = Duration.ofSeconds(2);
    private static final Duration TO_ANSWER = Duration.ofSeconds(10);

    private final StoreClient client;

    /**
     * @throws dev.muster.store.StoreLost when there is none at that address any more
     */
    ForeignWorkerStore(StoreAddress address) {
        client =
                StoreClient.connect(
                        InetSocketAddress.createUnresolved(address.host(), address.port()),
                        TO_CONNECT);
    }

    /**
     * Deletes every key.
     *
     * @return how many there were
     * @throws dev.muster.store.StoreException when that cannot be done
     */
    int clear() {
        List<Key> keys = client.listKeys(TO_ANSWER);
        for (Key key : keys) client.delete(key, TO_ANSWER);
        return keys.size();
    }

    @Override
    public void close() {
        client.close();
    }
}
