package dev.muster.store.server;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** The other ends of connections, as the log names them. */
final class Peers {
    private Peers() {}

    /** Without a look-up of the name, which could take seconds. */
    static String numeric(SocketAddress peer) {
        return peer instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress() + ":" + address.getPort()
                : "a client that is gone";
    }
}
