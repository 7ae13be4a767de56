package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

@Timeout(120)
class ObserveCommandTest {
    private static final Duration SOON = Duration.ofSeconds(10);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);

    @AfterEach
    void end() {
        server.close();
    }

    @Test
    void the_present_of_a_job_that_nobody_has_joined_is_one_object() {
        int code = observe("-o", "json");

        assertThat(code).isZero();
        assertThat(text(out))
                .contains("\"because\":\"nobody has come yet\"", "\"rendezvousId\":\"job\"")
                .hasLineCount(1);
    }

    @Test
    void the_present_is_a_sentence_when_nobody_is_there() {
        int code = observe("--once");

        assertThat(code).isZero();
        assertThat(text(out)).isEqualTo("%s  nobody has come yet%n".formatted(address()));
    }

    @Test
    void what_cannot_be_understood_is_a_failure_of_looking_once() {
        try (var client = StoreClient.connect(server.address(), SOON)) {
            client.set(Key.of("torch.rendezvous.job"), Value.of("nonsense"), SOON);

            int code = observe("--once");

            assertThat(code).isEqualTo(1);
            assertThat(text(out)).contains("cannot be used");
        }
    }

    @Test
    void a_store_without_a_port_is_refused_in_a_sentence() {
        int code = call("--store", "localhost", "--rdzv-id", "job");

        assertThat(code).isEqualTo(2);
        assertThat(text(err))
                .isEqualTo("muster observe: store: found \"localhost\", expected host:port\n");
    }

    private int observe(String... more) {
        var words = new ArrayList<>(List.of("--store", address(), "--rdzv-id", "job"));
        words.addAll(List.of(more));
        return call(words.toArray(String[]::new));
    }

    private int call(String... words) {
        var terminal =
                new Terminal(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
        return new ObserveCommand(terminal).call(List.of(words));
    }

    private String address() {
        return "127.0.0.1:" + server.address().getPort();
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }
}
