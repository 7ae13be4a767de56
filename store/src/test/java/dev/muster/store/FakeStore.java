package dev.muster.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** Something on a port of loopback that treats its clients as a test wants. */
final class FakeStore implements AutoCloseable {
    static final byte PING = 0x0D;
    private static final int HELLO = 5;

    /** What it does to one client; the connection is closed when it returns. */
    @FunctionalInterface
    interface Treatment {
        void apply(InputStream in, OutputStream out) throws IOException;
    }

    private final ServerSocket socket;
    private final List<Socket> clients = new CopyOnWriteArrayList<>();

    private FakeStore(ServerSocket socket) {
        this.socket = socket;
    }

    static FakeStore treating(Treatment clients) throws IOException {
        var fake = new FakeStore(new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1")));
        Thread.ofVirtual().name("fake store").start(() -> fake.acceptAll(clients));
        return fake;
    }

    /** Says to a PING what {@code answer} makes of its nonce, and nothing to anything else. */
    static FakeStore saying(UnaryOperator<byte[]> answer) throws IOException {
        return treating(
                (in, out) -> {
                    skipHello(in);
                    if (in.read() == PING) out.write(answer.apply(in.readNBytes(Integer.BYTES)));
                    in.transferTo(OutputStream.nullOutputStream());
                });
    }

    static void skipHello(InputStream in) throws IOException {
        in.readNBytes(HELLO);
    }

    static byte[] nonceOfPing(InputStream in) throws IOException {
        in.readNBytes(1);
        return in.readNBytes(Integer.BYTES);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket client : clients) client.close();
    }

    private void acceptAll(Treatment treatment) {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                clients.add(client);
                Thread.startVirtualThread(() -> serve(client, treatment));
            } catch (IOException e) {
                if (!socket.isClosed()) throw new UncheckedIOException(e);
            }
        }
    }

    private void serve(Socket client, Treatment treatment) {
        try (client) {
            treatment.apply(client.getInputStream(), client.getOutputStream());
        } catch (IOException e) {
            if (!socket.isClosed() && !client.isClosed()) {
                throw new UncheckedIOException("the client did not leave in peace", e);
            }
        }
    }
}
