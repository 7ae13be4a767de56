package dev.muster.agent.round;

import dev.muster.agent.job.JobNodes;
import dev.muster.agent.rendezvous.RendezvousEndpoint;
import dev.muster.agent.rendezvous.store.ListenAddress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Under what name the workers of all nodes find a store on this machine, and what it binds: the
 * loopback where the nodes meet there, else the address that this machine has toward the meeting
 * place. Nobody has to be able to look up this machine's own name.
 *
 * @param name what peers are told
 * @param bound the only address the store listens on, or the wildcard
 */
record MasterHost(String name, InetAddress bound) {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress WILDCARD = InetAddress.ofLiteral("0.0.0.0");

    /**
     * May ask a name service.
     *
     * @param ownName what this machine calls itself, for want of anything better
     */
    static MasterHost of(JobNodes nodes, String ownName) {
        var endpoint = RendezvousEndpoint.parseAll(nodes.endpoint(), 0).getFirst();
        return nodes.localAddress()
                .map(name -> new MasterHost(name, ListenAddress.of(name)))
                .orElseGet(() -> toward(endpoint, ownName));
    }

    private static MasterHost toward(RendezvousEndpoint endpoint, String ownName) {
        if (endpoint.host().equals("localhost")) return literal(LOOPBACK);
        try (var socket = new DatagramSocket()) {
            int port = endpoint.port() == 0 ? 1 : endpoint.port(); // nothing is sent there
            socket.connect(new InetSocketAddress(endpoint.host(), port));
            InetAddress own = socket.getLocalAddress();
            boolean alias =
                    own.isLoopbackAddress() && !endpoint.host().equals(own.getHostAddress());
            return alias ? new MasterHost(endpoint.host(), WILDCARD) : literal(own);
        } catch (IOException | UncheckedIOException _) {
            return new MasterHost(ownName, WILDCARD);
        }
    }

    private static MasterHost literal(InetAddress address) {
        return new MasterHost(address.getHostAddress(), address);
    }
}
