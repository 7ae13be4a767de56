package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.HostMatch;
import dev.muster.agent.rendezvous.HostNames;
import dev.muster.agent.rendezvous.IpAddress;
import dev.muster.agent.rendezvous.RendezvousEndpoint;
import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.store.StoreException;
import dev.muster.store.StoreServerConfig;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Whether this node serves the store (elastic-agent §2.7): because it was told to, or because the
 * endpoint means this machine and nobody else here serves it already.
 *
 * @param server what it serves, if it does
 * @param address where the store is
 * @param eligible whether this node may serve the store later, when whoever does is gone
 * @param because in the words an operator reads
 */
record StoreHost(
        Optional<HostedStores.Lease> server,
        InetSocketAddress address,
        boolean eligible,
        String because) {
    static StoreHost choose(C10dOptions options, HostNames names, HostedStores stores) {
        RendezvousEndpoint endpoint = options.endpoint();
        if (options.isHost().isPresent()) {
            return options.isHost().get()
                    ? told(endpoint, names, stores)
                    : guest(
                            endpoint,
                            false,
                            "this node was told not to serve the store of " + endpoint);
        }
        if (!HostMatch.isThisMachine(endpoint.host(), names)) {
            return guest(endpoint, false, "the store is another machine's: " + endpoint);
        }
        try {
            return serving(endpoint, names, stores, "%s is this machine".formatted(endpoint));
        } catch (StoreException e) {
            return guest(
                    endpoint,
                    true,
                    "%s is this machine, where %s, so that is taken for the store"
                            .formatted(endpoint, taken(endpoint.port(), e)));
        }
    }

    /** In the place of whoever served it; empty while the port is taken. */
    static Optional<StoreHost> inPlace(C10dOptions options, HostNames names, HostedStores stores) {
        RendezvousEndpoint endpoint = options.endpoint();
        try {
            String why = "%s is this machine, and nobody serves it any more".formatted(endpoint);
            return Optional.of(serving(endpoint, names, stores, why));
        } catch (StoreException _) {
            return Optional.empty();
        }
    }

    private static StoreHost told(
            RendezvousEndpoint endpoint, HostNames names, HostedStores stores) {
        try {
            return serving(endpoint, names, stores, "this node was told to");
        } catch (StoreException e) {
            throw new Unreachable(
                    "This node was told to serve the store of %s (is_host), but %s. Choose another port, or leave is_host out to join what is there."
                            .formatted(endpoint, taken(endpoint.port(), e)),
                    e);
        }
    }

    private static String taken(int port, StoreException failure) {
        return PortOwner.of(port)
                .map(owner -> "port %d is %s's".formatted(port, owner))
                .orElseGet(() -> "it " + failure.getMessage());
    }

    private static StoreHost serving(
            RendezvousEndpoint endpoint, HostNames names, HostedStores stores, String why) {
        InetAddress bind = addressFor(endpoint.host(), names);
        var config = StoreServerConfig.DEFAULT.withAddress(bind).withPort(endpoint.port());
        HostedStores.Lease lease = stores.open(config);
        InetSocketAddress listens = lease.server().address();
        var reach =
                bind.isAnyLocalAddress()
                        ? new InetSocketAddress(InetAddress.getLoopbackAddress(), listens.getPort())
                        : listens;
        String where =
                bind.isAnyLocalAddress() ? "every address of this machine" : bind.getHostAddress();
        return new StoreHost(
                Optional.of(lease),
                reach,
                true,
                "serving the store on %s, port %d: %s".formatted(where, listens.getPort(), why));
    }

    private static StoreHost guest(RendezvousEndpoint endpoint, boolean eligible, String because) {
        return new StoreHost(
                Optional.empty(),
                InetSocketAddress.createUnresolved(endpoint.host(), endpoint.port()),
                eligible,
                because);
    }

    /**
     * An address where one was given, and nothing but loopback for what means that. A name may mean
     * another address elsewhere than here, so it takes all.
     */
    private static InetAddress addressFor(String host, HostNames names) {
        Optional<IpAddress> literal = IpAddress.parse(host);
        if (literal.isPresent()) return InetAddress.ofLiteral(host);
        if (host.equals("localhost")) return InetAddress.ofLiteral("127.0.0.1");
        boolean v6 =
                names.machineAddresses().stream()
                        .anyMatch(each -> each.groups().size() > 4 && !each.isLoopback());
        return InetAddress.ofLiteral(v6 ? "::" : "0.0.0.0");
    }
}
