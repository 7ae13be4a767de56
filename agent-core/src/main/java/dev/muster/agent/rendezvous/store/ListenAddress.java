package dev.muster.agent.rendezvous.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;

/** What a store must listen on to be found where the nodes are told to meet. */
public final class ListenAddress {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress WILDCARD = InetAddress.ofLiteral("0.0.0.0");

    private ListenAddress() {}

    /**
     * The one address that {@code host} means where it is one of this machine's; else the wildcard,
     * for there is something in between that leads here. May ask a name service.
     */
    public static InetAddress of(String host) {
        if (host.equals("localhost")) return LOOPBACK;
        try {
            InetAddress address = InetAddress.getByName(host);
            boolean literal = host.contains(":") || host.matches("[0-9.]+");
            boolean alias = address.isLoopbackAddress() && !literal; // as Debian's 127.0.1.1
            boolean ours = NetworkInterface.getByInetAddress(address) != null;
            boolean loopback = address.isLoopbackAddress() && literal; // all of 127/8 is ours
            return loopback || ours && !alias ? address : WILDCARD;
        } catch (IOException _) {
            return WILDCARD; // peers may know what this machine does not
        }
    }
}
