package dev.muster.agent.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.loop.Timers;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;

/** The endpoint of an agent whose thread turns only when the test says so. */
@Timeout(60)
class HealthEndpointTest {
    private final Queue<Runnable> due = new ArrayDeque<>();
    private final Timers timers = (_, action) -> due.add(action);
    private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private HealthEndpoint endpoint;

    @BeforeEach
    void open() throws IOException {
        endpoint = HealthEndpoint.open(0, timers, () -> now);
    }

    @AfterEach
    void close() {
        endpoint.close();
    }

    @Test
    void an_agent_that_turns_is_alive() throws IOException, InterruptedException {
        now = now.plusSeconds(3600);
        due.remove().run();
        now = now.plusSeconds(59);

        var answer = ask();

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"alive\":true,\"lastProgress\":\"2026-03-01T13:00:00Z\"}\n");
    }

    @Test
    void an_agent_that_has_not_turned_for_a_minute_is_not()
            throws IOException, InterruptedException {
        now = now.plusSeconds(60);

        var answer = ask();

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).startsWith("{\"alive\":false");
    }

    private HttpResponse<String> ask() throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var address = URI.create("http://127.0.0.1:" + endpoint.port() + "/");
            return client.send(
                    HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        }
    }
}
