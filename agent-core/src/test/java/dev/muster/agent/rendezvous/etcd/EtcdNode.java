package dev.muster.agent.rendezvous.etcd;

import dev.muster.agent.rendezvous.RendezvousConfig;
import dev.muster.agent.rendezvous.RendezvousHandler;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.RendezvousParameters;
import dev.muster.agent.rendezvous.dynamic.NextRound;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** A node of ours on a real etcd, with everything it tells. */
final class EtcdNode implements AutoCloseable {
    final List<RendezvousNews> news = new CopyOnWriteArrayList<>();
    final RendezvousHandler handler;

    private EtcdNode(RendezvousParameters parameters) {
        handler = new EtcdBackend().create(parameters, news::add);
    }

    /**
     * @param config beyond what makes it quick
     */
    static EtcdNode at(String endpoint, String run, String address, Nodes nodes, String config) {
        return new EtcdNode(
                new RendezvousParameters(
                        EtcdBackend.NAME,
                        endpoint,
                        run,
                        nodes.min(),
                        nodes.max(),
                        Optional.of(address),
                        RendezvousConfig.parse("last_call_timeout=1,join_timeout=60" + config)));
    }

    /** How many of them. */
    record Nodes(int min, int max) {}

    /** Its next round, awaited on a thread of its own. */
    CompletableFuture<RendezvousInfo> next() {
        return NextRound.of(handler);
    }

    <T extends RendezvousNews> Stream<T> heard(Class<T> kind) {
        return news.stream().filter(kind::isInstance).map(kind::cast);
    }

    @Override
    public void close() {
        handler.close();
    }
}
