package dev.muster.store.server;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A connection of the server to itself. The system lets connections in one after the other, so when
 * this one is in, all are that were made before.
 */
final class LastComer implements AutoCloseable {
    /** For what takes a millisecond unless the loop or the machine is stuck. */
    private static final int PATIENCE_MILLIS = 5_000;

    private final SocketChannel socket;
    private final InetSocketAddress door;
    private final SocketAddress own;
    private final CompletableFuture<Void> in = new CompletableFuture<>();

    private LastComer(SocketChannel socket, InetSocketAddress door) throws IOException {
        this.socket = socket;
        this.door = door;
        this.own = socket.getLocalAddress();
    }

    /** Not connected yet to the one who listens at {@code address}. */
    static LastComer outside(InetSocketAddress address) throws IOException {
        InetAddress host = reachable(address.getAddress());
        var socket = SocketChannel.open();
        try {
            socket.bind(new InetSocketAddress(host, 0));
            return new LastComer(socket, new InetSocketAddress(host, address.getPort()));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Whether {@code peer} is this. Any thread. */
    boolean isAt(SocketAddress peer) {
        return own.equals(peer);
    }

    /** It has been seen by the loop. Any thread. */
    void isIn() {
        in.complete(null);
    }

    /** Connects and returns once the loop has seen it. */
    void comeIn() throws IOException {
        socket.socket().connect(door, PATIENCE_MILLIS);
        try {
            in.orTimeout(PATIENCE_MILLIS, MILLISECONDS).join();
        } catch (CompletionException e) {
            throw new IOException("a connection is not accepted", e);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static InetAddress reachable(InetAddress bound) {
        if (!bound.isAnyLocalAddress()) return bound;
        return InetAddress.ofLiteral(bound instanceof Inet6Address ? "::1" : "127.0.0.1");
    }
}
