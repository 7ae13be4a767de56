package dev.muster.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.UnaryOperator;

/** Something on a port that reads a client's greeting, says one thing, and falls silent. */
final class FakeStore implements AutoCloseable {
    private static final int HELLO = 5;
    private static final int GREETING = HELLO + 1 + Integer.BYTES;

    private final ServerSocket socket;

    private FakeStore(ServerSocket socket) {
        this.socket = socket;
    }

    /** {@code answer} makes of a PING's nonce what is said. */
    static FakeStore saying(UnaryOperator<byte[]> answer) throws IOException {
        var socket = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
        Thread.ofVirtual().name("fake store").start(() -> acceptAll(socket, answer));
        return new FakeStore(socket);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static void acceptAll(ServerSocket socket, UnaryOperator<byte[]> answer) {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                Thread.startVirtualThread(() -> serve(client, answer));
            } catch (IOException e) {
                if (!socket.isClosed()) throw new UncheckedIOException(e);
            }
        }
    }

    private static void serve(Socket client, UnaryOperator<byte[]> answer) {
        try (client) {
            byte[] greeting = client.getInputStream().readNBytes(GREETING);
            if (greeting.length < GREETING) return; // it gave up before it was through
            byte[] nonce = new byte[Integer.BYTES];
            System.arraycopy(greeting, HELLO + 1, nonce, 0, nonce.length);
            client.getOutputStream().write(answer.apply(nonce));
            client.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("the client did not leave in peace", e);
        }
    }
}
