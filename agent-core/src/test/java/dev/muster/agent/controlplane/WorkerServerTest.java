package dev.muster.agent.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A worker's server, well or badly behaved. */
@Timeout(60)
class WorkerServerTest {
    @TempDir private Path folder;

    @Test
    void an_answer_in_pieces_is_put_together() throws IOException {
        try (var _ = serve("HTTP/1.1 200 OK\r\nContent-Le", "ngth: 4\r\n\r\npo", "ng")) {
            assertThat(worker().ping()).isEqualTo("pong");
        }
    }

    @Test
    void a_worker_that_does_not_know_the_question_is_quoted() throws IOException {
        try (var _ = serve("HTTP/1.1 404 Not Found\r\n\r\n")) {
            assertThatThrownBy(() -> worker().dumpTraceback())
                    .isInstanceOf(IOException.class)
                    .hasMessage("answer: \"HTTP/1.1 404 Not Found\" (expected: status 200)");
        }
    }

    @Test
    void a_worker_that_hangs_keeps_nobody_waiting() throws IOException {
        try (var listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listening.bind(UnixDomainSocketAddress.of(folder.resolve("s")));

            assertThatThrownBy(() -> worker().ping()).hasMessage("no answer within 500 ms");
        }
    }

    @Test
    void a_worker_that_takes_nobody_in_any_more_keeps_nobody_waiting() throws IOException {
        var address = UnixDomainSocketAddress.of(folder.resolve("s"));
        var waiting = new ArrayList<SocketChannel>();
        try (var listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listening.bind(address, 1);
            boolean isRoom = true;
            while (isRoom) isRoom = queue(address, waiting);

            assertThatThrownBy(() -> worker().ping()).isInstanceOf(IOException.class);
        } finally {
            for (SocketChannel each : waiting) each.close();
        }
    }

    /** Whether there was room for one more. */
    private static boolean queue(UnixDomainSocketAddress address, List<SocketChannel> waiting)
            throws IOException {
        var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        waiting.add(channel);
        channel.configureBlocking(false);
        try {
            return channel.connect(address);
        } catch (IOException _) {
            return false; // the queue is full
        }
    }

    @Test
    void a_worker_whose_script_does_not_listen_is_an_ordinary_failure() {
        assertThatThrownBy(() -> worker().ping()).isInstanceOf(IOException.class);
    }

    private WorkerServer worker() {
        return new WorkerServer(folder.resolve("s"), Duration.ofMillis(500));
    }

    /** Answers one question with these pieces, and hangs up. */
    private ServerSocketChannel serve(String... pieces) throws IOException {
        var listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listening.bind(UnixDomainSocketAddress.of(folder.resolve("s")));
        Thread.ofVirtual()
                .start(
                        () -> {
                            try (var client = listening.accept()) {
                                client.read(ByteBuffer.allocate(1024));
                                for (String piece : pieces) {
                                    client.write(StandardCharsets.US_ASCII.encode(piece));
                                }
                            } catch (IOException e) {
                                throw new java.io.UncheckedIOException(e);
                            }
                        });
        return listening;
    }
}
