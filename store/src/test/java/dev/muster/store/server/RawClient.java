package dev.muster.store.server;

import dev.muster.store.protocol.Bytes;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.HexFormat;

/** A socket to a store, for saying what no proper client would say. Waits ten seconds at most. */
final class RawClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int SMALL_BUFFER = 4 << 10;
    private static final int MOMENT_MILLIS = 20;

    private final Socket socket;

    private RawClient(Socket socket) {
        this.socket = socket;
    }

    static RawClient connect(InetSocketAddress address) throws IOException {
        return connect(address, new Socket());
    }

    /** Like {@link #welcomed}, and next to nothing fits between the server and what it reads. */
    static RawClient slowReader(InetSocketAddress address) throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(SMALL_BUFFER);
        return welcome(connect(address, socket));
    }

    private static RawClient connect(InetSocketAddress address, Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.connect(address, PATIENCE_MILLIS);
        return new RawClient(socket);
    }

    /** Connected, validated and answered: the server knows it. */
    static RawClient welcomed(InetSocketAddress address) throws IOException {
        return welcome(connect(address));
    }

    private static RawClient welcome(RawClient client) throws IOException {
        client.send("00cef7853c 0d01020304");
        client.read(Integer.BYTES);
        return client;
    }

    void send(String hex) throws IOException {
        send(Bytes.adopt(HexFormat.of().parseHex(hex.replace(" ", ""))));
    }

    void send(Bytes bytes) throws IOException {
        socket.getOutputStream().write(bytes.toByteArray());
    }

    /** As much of {@code bytes} as the server takes before it closes. */
    void sendUntilClosed(Bytes bytes) throws IOException {
        try {
            send(bytes);
        } catch (SocketException _) {
            // what it did not take does not matter
        }
    }

    void sendByteByByte(Bytes bytes) throws IOException {
        for (byte one : bytes.toByteArray()) socket.getOutputStream().write(one);
    }

    /** One byte, then two, then four, and so on. */
    void sendInGrowingPieces(Bytes bytes) throws IOException {
        byte[] all = bytes.toByteArray();
        int piece = 1;
        for (int at = 0; at < all.length; at += piece, piece *= 2) {
            socket.getOutputStream().write(all, at, Math.min(piece, all.length - at));
        }
    }

    /** The next {@code length} bytes, or fewer if the server closes before. */
    Bytes read(int length) throws IOException {
        return Bytes.adopt(socket.getInputStream().readNBytes(length));
    }

    /** Whether the server closes the connection, whatever it still sends before. */
    boolean isClosedByServer() throws IOException {
        try {
            socket.getInputStream().skip(Long.MAX_VALUE);
            return socket.getInputStream().read() < 0;
        } catch (SocketException _) {
            return true; // closed with bytes unread, which resets the connection
        }
    }

    /** Fails unless the server leaves the connection open and says nothing more for a moment. */
    void expectQuiet() throws IOException {
        socket.setSoTimeout(MOMENT_MILLIS);
        try {
            int found = socket.getInputStream().read();
            throw new AssertionError("%d (expected: nothing; -1 is the end)".formatted(found));
        } catch (SocketTimeoutException _) {
            socket.setSoTimeout(PATIENCE_MILLIS);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
