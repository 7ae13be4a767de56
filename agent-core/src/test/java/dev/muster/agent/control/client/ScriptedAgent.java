package dev.muster.agent.control.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Whatever may listen on an agent's socket: says what its script says, well-behaved or not. */
public final class ScriptedAgent implements AutoCloseable {
    /** What is said to one request; writing blocks while nobody reads. */
    public interface Script {
        void play(String request, OutputStream out) throws IOException;
    }

    final List<String> requests = new CopyOnWriteArrayList<>();
    final AtomicInteger connections = new AtomicInteger();
    private final List<SocketChannel> open = new CopyOnWriteArrayList<>();
    private final ServerSocketChannel listening;
    private final Script script;

    private ScriptedAgent(ServerSocketChannel listening, Script script) {
        this.listening = listening;
        this.script = script;
    }

    public static ScriptedAgent at(Path socket, Script script) throws IOException {
        var listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listening.bind(UnixDomainSocketAddress.of(socket));
        var agent = new ScriptedAgent(listening, script);
        Thread.ofVirtual().start(agent::accept);
        return agent;
    }

    public static byte[] answer(int status, String type, String body) {
        byte[] bytes = body.getBytes(UTF_8);
        String head =
                "HTTP/1.1 %d Said\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
                        .formatted(status, type, bytes.length);
        return (head + new String(bytes, ISO_8859_1)).getBytes(ISO_8859_1);
    }

    public static byte[] json(String body) {
        return answer(200, "application/json", body);
    }

    /** The head of a stream of events that ends with its connection. */
    public static byte[] eventsFollow() {
        return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
                .getBytes(ISO_8859_1);
    }

    /** Ends all connections. */
    public void hangUp() throws IOException {
        for (SocketChannel channel : open) channel.close();
        open.clear();
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel channel = listening.accept();
                connections.incrementAndGet();
                open.add(channel);
                Thread.ofVirtual().start(() -> serve(channel));
            }
        } catch (IOException _) {
            return; // closed
        }
    }

    private void serve(SocketChannel channel) {
        try (channel) {
            InputStream in = Channels.newInputStream(channel);
            OutputStream out = Channels.newOutputStream(channel);
            while (true) {
                String request = read(in);
                if (request.isEmpty()) return;
                requests.add(request);
                script.play(request, out);
                out.flush();
            }
        } catch (IOException | UncheckedIOException _) {
            return; // the client has gone
        }
    }

    private static String read(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) return "";
            head.append((char) next);
        }
        int length =
                head.toString()
                        .lines()
                        .filter(
                                line ->
                                        line.toLowerCase(java.util.Locale.ROOT)
                                                .startsWith("content-length:"))
                        .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
                        .findFirst()
                        .orElse(0);
        return head + new String(in.readNBytes(length), UTF_8);
    }

    @Override
    public void close() throws IOException {
        listening.close();
        hangUp();
    }
}
