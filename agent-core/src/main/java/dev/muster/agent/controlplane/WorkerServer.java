package dev.muster.agent.controlplane;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The server inside a worker, as a client sees it. A call blocks until it is answered or its time
 * is over: a worker that hangs in native code holds the lock that its answer needs.
 *
 * @param socket where the worker listens, if its script lets it
 * @param atMost for one call
 */
public record WorkerServer(Path socket, Duration atMost) {
    private static final int LARGEST_ANSWER = 16 << 20;
    private static final int PIECE = 64 * 1024;

    /**
     * Whether the worker answers at all: {@code pong}.
     *
     * @throws IOException when it does not listen, or not answer in time
     */
    public String ping() throws IOException {
        return ask("POST", "ping");
    }

    /** Where each thread of its Python stands. */
    public String dumpTraceback() throws IOException {
        return ask("POST", "dump_traceback");
    }

    /** The names of what it can be asked for, as a JSON list. */
    public String handlers() throws IOException {
        return ask("GET", "");
    }

    private String ask(String method, String handler) throws IOException {
        long deadline = System.nanoTime() + atMost.toNanos();
        String request =
                """
                %s /handler/%s HTTP/1.1\r
                Host: worker\r
                Content-Length: 0\r
                Connection: close\r
                \r
                """
                        .formatted(method, handler);
        try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                var selector = Selector.open()) {
            channel.configureBlocking(false); // a worker that is stopped takes nobody in
            connect(channel);
            send(channel, request);
            channel.register(selector, SelectionKey.OP_READ);
            return body(readAll(channel, selector, deadline));
        }
    }

    /** At once or not at all: a socket of this machine has no third way. */
    private void connect(SocketChannel channel) throws IOException {
        boolean isTakenIn = channel.connect(UnixDomainSocketAddress.of(socket));
        if (!isTakenIn) throw new IOException("the worker takes no connection");
    }

    private static void send(SocketChannel channel, String request) throws IOException {
        ByteBuffer bytes = StandardCharsets.US_ASCII.encode(request);
        channel.write(bytes);
        if (bytes.hasRemaining()) throw new IOException("the worker takes no request");
    }

    private String readAll(SocketChannel channel, Selector selector, long deadline)
            throws IOException {
        var answer = new ByteArrayOutputStream();
        var piece = ByteBuffer.allocate(PIECE);
        while (true) {
            long millis = (deadline - System.nanoTime()) / 1_000_000;
            if (millis <= 0 || selector.select(millis) == 0) {
                throw new IOException("no answer within %d ms".formatted(atMost.toMillis()));
            }
            selector.selectedKeys().clear();
            if (channel.read(piece.clear()) < 0) return answer.toString(StandardCharsets.UTF_8);
            answer.write(piece.array(), 0, piece.position());
            if (answer.size() > LARGEST_ANSWER) {
                throw new IOException(
                        "answer: more than %d bytes (expected: less)".formatted(LARGEST_ANSWER));
            }
        }
    }

    private static String body(String answer) throws IOException {
        int end = answer.indexOf("\r\n\r\n");
        String status = answer.lines().findFirst().orElse("");
        if (end < 0 || !status.matches("HTTP/1\\.[01] 200 .*")) {
            throw new IOException("answer: \"%s\" (expected: status 200)".formatted(status));
        }
        return answer.substring(end + "\r\n\r\n".length());
    }
}
