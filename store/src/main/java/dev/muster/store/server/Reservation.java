package dev.muster.store.server;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/**
 * An address that is this program's and where nobody listens yet. Had in a millisecond by the JDK
 * alone, while what will listen there takes some hundred to load.
 *
 * <p>Linux lets the listener bind beside it, so that there is no moment at which another program
 * could take the port.
 */
final class Reservation implements AutoCloseable {
    private final SocketChannel socket;
    private final InetSocketAddress address;

    private Reservation(SocketChannel socket, InetSocketAddress address) {
        this.socket = socket;
        this.address = address;
    }

    /** Whether this system can do it. */
    static boolean isPossible() {
        return "Linux".equals(System.getProperty("os.name"));
    }

    /**
     * Of {@code address}, with any free port if its port is 0.
     *
     * @throws IOException if somebody listens there or it is not an address of this machine
     */
    static Reservation of(InetSocketAddress address) throws IOException {
        var family =
                address.getAddress() instanceof Inet6Address
                        ? StandardProtocolFamily.INET6
                        : StandardProtocolFamily.INET;
        var socket = SocketChannel.open(family);
        try {
            socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            socket.bind(address);
            return new Reservation(socket, (InetSocketAddress) socket.getLocalAddress());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** With the port that it got. */
    InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
