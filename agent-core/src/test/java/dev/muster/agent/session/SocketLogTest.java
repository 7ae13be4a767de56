package dev.muster.agent.session;

import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.control.client.ControlClient;
import dev.muster.agent.control.client.LogPlace;
import dev.muster.agent.control.client.ScriptedAgent;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

@Timeout(120)
class SocketLogTest {
    private static final LogPlace LOG =
            new LogPlace(new RunId("20260101-000000-abcd"), 0, new LocalRank(0), LogStream.STDOUT);

    @TempDir private Path folder;
    private final AtomicInteger streams = new AtomicInteger();
    private volatile long size = 3;

    @Test
    void a_stream_that_is_silent_while_the_log_grows_is_made_anew() throws IOException {
        try (var _ = ScriptedAgent.at(folder.resolve("s"), this::answer);
                var client = ControlClient.of(folder.resolve("s"), "test");
                var log = SocketLog.open(client, LOG, Duration.ofMillis(100));
                var _ = log.onGrowth(() -> {})) {
            await().atMost(60, TimeUnit.SECONDS).until(() -> streams.get() == 1);

            size = 7;

            await().atMost(60, TimeUnit.SECONDS).until(() -> streams.get() > 1);
        }
    }

    /** Agrees to every stream, and sends nothing of it, as after the loss of a network. */
    private void answer(String request, OutputStream out) throws IOException {
        boolean follows = request.contains("follow=true");
        if (follows) streams.incrementAndGet();
        String length = follows ? "Transfer-Encoding: chunked" : "Content-Length: 0";
        String head =
                "HTTP/1.1 200 OK\r\nMuster-Log-Size: %d\r\n%s\r\n\r\n".formatted(size, length);
        out.write(head.getBytes(UTF_8));
    }
}
