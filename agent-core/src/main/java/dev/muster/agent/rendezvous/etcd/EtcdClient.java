package dev.muster.agent.rendezvous.etcd;

import dev.muster.agent.rendezvous.RendezvousException.Unreachable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * What can be asked of etcd, in its own words. Any thread; calls block for at most the time given
 * and throw {@link Unreachable} when it is over, or when etcd refuses.
 */
final class EtcdClient implements AutoCloseable {
    private static final RandomGenerator RANDOM = RandomGenerator.of("SplittableRandom");

    private final EtcdGateway gateway;

    EtcdClient(EtcdCluster cluster) {
        gateway = new EtcdGateway(cluster);
    }

    Entries range(KeyRange keys, Duration atMost) {
        return EtcdJson.entries(ask("/v3/kv/range", EtcdJson.range(keys), atMost));
    }

    /** The same without the values, and at most so many. */
    Entries names(KeyRange keys, int most, Duration atMost) {
        var question = EtcdJson.range(keys).put("keys_only", true).put("limit", most);
        return EtcdJson.entries(ask("/v3/kv/range", question, atMost));
    }

    /** What was there in {@code revision}. */
    Entries range(KeyRange keys, long revision, Duration atMost) {
        var question = EtcdJson.range(keys).put("revision", revision);
        return EtcdJson.entries(ask("/v3/kv/range", question, atMost));
    }

    /** Must do no harm when it is done twice. */
    Transaction.Outcome transact(Transaction transaction, Duration atMost) {
        var question = EtcdJson.transaction(transaction);
        return EtcdJson.outcome(ask("/v3/kv/txn", question, atMost));
    }

    /**
     * Makes a lease that ends after {@code life} without a sign of life.
     *
     * @param life in whole seconds; a few seconds at least, or etcd makes it longer
     * @return its number, by which we asked for it: so that asking twice makes one
     */
    long grant(Duration life, Duration atMost) {
        long lease;
        synchronized (RANDOM) {
            lease = RANDOM.nextLong(1, Long.MAX_VALUE);
        }
        var question = EtcdJson.object().put("ID", lease).put("TTL", life.toSeconds());
        try {
            gateway.ask("/v3/lease/grant", question, atMost);
        } catch (EtcdRefusal refusal) {
            if (!refusal.isFailedPrecondition()) throw refused(refusal); // else it is made by now
        }
        return lease;
    }

    /** Whether the lease still is, which then begins anew. */
    boolean keepAlive(long lease, Duration atMost) {
        var question = EtcdJson.object().put("ID", lease);
        var answer = ask("/v3/lease/keepalive", question, atMost);
        return EtcdJson.number(answer.path("result"), "TTL") > 0;
    }

    /** Ends a lease and the keys that go with it, if it still is. */
    void revoke(long lease, Duration atMost) {
        try {
            gateway.ask("/v3/lease/revoke", EtcdJson.object().put("ID", lease), atMost);
        } catch (EtcdRefusal refusal) {
            if (!refusal.isNotFound()) throw refused(refusal);
        }
    }

    /**
     * Tells of every change from {@code revision} on, until it is closed.
     *
     * @param listener is told on the watch's thread, and must not block for long
     */
    EtcdWatch watch(KeyRange keys, long revision, EtcdWatch.Listener listener) {
        return EtcdWatch.start(gateway, keys, revision, listener);
    }

    boolean isClosed() {
        return gateway.isClosed();
    }

    @Override
    public void close() {
        gateway.close();
    }

    private JsonNode ask(String path, JsonNode question, Duration atMost) {
        try {
            return gateway.ask(path, question, atMost);
        } catch (EtcdRefusal refusal) {
            throw refused(refusal);
        }
    }

    private static Unreachable refused(EtcdRefusal refusal) {
        return new Unreachable("etcd refused: " + refusal.getMessage(), refusal);
    }
}
