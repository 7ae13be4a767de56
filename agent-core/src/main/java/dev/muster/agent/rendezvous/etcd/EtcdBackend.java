package dev.muster.agent.rendezvous.etcd;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousBackend;
import dev.muster.agent.rendezvous.RendezvousHandler;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.RendezvousParameters;
import dev.muster.agent.rendezvous.RendezvousSettings;
import dev.muster.agent.rendezvous.dynamic.DynamicHandler;
import dev.muster.agent.rendezvous.dynamic.MachineNames;

import java.util.Set;
import java.util.function.Consumer;

/** {@code --rdzv-backend=etcd-v3}: the nodes meet in an etcd, which outlives any of them. */
public final class EtcdBackend implements RendezvousBackend {
    static final String NAME = "etcd-v3";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> options() {
        return RendezvousSettings.optionsAnd(EtcdCluster.OPTIONS);
    }

    @Override
    public RendezvousHandler create(
            RendezvousParameters parameters, Consumer<? super RendezvousNews> news) {
        var settings = RendezvousSettings.from(parameters);
        var client = new EtcdClient(EtcdCluster.of(parameters));
        try {
            Node me =
                    DynamicHandler.nextNode(
                            parameters
                                    .localAddress()
                                    .orElseGet(() -> new MachineNames().fullName()));
            var seating =
                    new DynamicHandler.Seating(
                            NAME,
                            me,
                            settings,
                            Thread.ofPlatform().daemon().name("rendezvous").factory());
            var shared = EtcdSharedState.open(client, me, settings);
            return DynamicHandler.start(seating, shared, news);
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }
}
