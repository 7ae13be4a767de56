package dev.muster.agent.control;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A client that knows bytes and nothing else, so that it can send what no client would. */
final class RawClient implements AutoCloseable {
    /** An answer that is whole. */
    record Reply(int status, String head, String body) {
        /** The field's value, or an empty text. */
        String header(String name) {
            String start = name.toLowerCase(Locale.ROOT) + ": ";
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
                    .map(line -> line.substring(start.length()))
                    .findFirst()
                    .orElse("");
        }
    }

    /** An answer that never comes fails the test, and does not hold up all others. */
    private static final int PATIENCE_SECONDS = 120;

    private final SocketChannel channel;
    private final StringBuilder got = new StringBuilder();

    private RawClient(SocketChannel channel) {
        this.channel = channel;
    }

    static RawClient connect(Path socket) throws IOException {
        var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
        var client = new RawClient(channel);
        CompletableFuture.delayedExecutor(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .execute(client::hangUp);
        return client;
    }

    /** Asks for one thing on a connection of its own. */
    static Reply get(Path socket, String target, String... headers) throws IOException {
        return ask(socket, "GET", target, "", headers);
    }

    static Reply send(Path socket, String method, String target) throws IOException {
        return ask(socket, method, target, "");
    }

    static Reply post(Path socket, String target, String body, String... headers)
            throws IOException {
        return ask(socket, "POST", target, body, headers);
    }

    private static Reply ask(
            Path socket, String method, String target, String body, String... headers)
            throws IOException {
        try (var client = connect(socket)) {
            client.send(request(method, target, body, headers));
            return reply(client.readAll());
        }
    }

    static String request(String method, String target, String body, String... headers) {
        var lines = new StringBuilder("%s %s HTTP/1.1\r\n".formatted(method, target));
        lines.append("Connection: close\r\n");
        for (String header : headers) lines.append(header).append("\r\n");
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        if (length > 0) lines.append("Content-Length: ").append(length).append("\r\n");
        return lines.append("\r\n").append(body).toString();
    }

    static Reply reply(String answer) {
        int end = answer.indexOf("\r\n\r\n");
        if (end < 0) return new Reply(0, answer, "");
        return new Reply(
                Integer.parseInt(answer.substring(9, 12)),
                answer.substring(0, end),
                answer.substring(end + 4));
    }

    void send(String text) throws IOException {
        var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) channel.write(bytes);
    }

    /** Says that nothing more will be sent. */
    void endOutput() throws IOException {
        channel.shutdownOutput();
    }

    /** Everything until the agent closes. */
    String readAll() throws IOException {
        while (readMore()) {
            // until it is over
        }
        return got.toString();
    }

    /** Everything until that text is there, for which it waits. */
    String readUntil(String text) throws IOException {
        while (got.indexOf(text) < 0) {
            if (!readMore()) throw new IOException("closed before \"%s\": %s".formatted(text, got));
        }
        return got.toString();
    }

    /** What came next, and nothing of what was before; an empty text at the end. */
    String readNext() throws IOException {
        got.setLength(0);
        return readMore() ? got.toString() : "";
    }

    private boolean readMore() throws IOException {
        var piece = ByteBuffer.allocate(1 << 16);
        try {
            if (channel.read(piece) < 0) return false;
        } catch (IOException e) {
            if (List.of("Connection reset", "Broken pipe")
                    .contains(String.valueOf(e.getMessage()))) {
                return false;
            }
            throw e;
        }
        got.append(new String(piece.array(), 0, piece.position(), StandardCharsets.ISO_8859_1));
        return true;
    }

    private void hangUp() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
