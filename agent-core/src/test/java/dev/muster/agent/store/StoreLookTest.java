package dev.muster.agent.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

class StoreLookTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void a_look_tells_keys_with_their_sizes_and_who_waits_for_what() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT);
                var writer = StoreClient.connect(server.address(), PATIENCE);
                var waiter = StoreClient.connect(server.address(), PATIENCE)) {
            writer.set(Key.of("debug_server/rank3"), Value.of("http://127.0.0.1:1"), PATIENCE);
            var waiting = waiter.async().waitFor(List.of(Key.of("late")), PATIENCE);

            await().atMost(PATIENCE)
                    .untilAsserted(
                            () ->
                                    assertThat(StoreLook.at(server, NOON).clients())
                                            .anyMatch(StoreLookTest::waitsForLate));

            StoreReading reading = StoreLook.at(server, NOON);
            assertThat(reading.keys()).isEqualTo(1);
            assertThat(reading.connections()).isEqualTo(reading.clients().size());
            assertThat(reading.listed())
                    .containsExactly(new StoreKey("/debug_server/rank3", 18, "http://127.0.0.1:1"));
            assertThat(waiting).isNotDone();
        }
    }

    @Test
    void names_that_would_draw_over_a_screen_are_told_without_what_does() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT);
                var writer = StoreClient.connect(server.address(), PATIENCE)) {
            writer.set(Key.of("a\u001b[2J\u202eb"), Value.EMPTY, PATIENCE);

            assertThat(StoreLook.at(server, NOON).listed())
                    .extracting(StoreKey::name)
                    .containsExactly("/a\ufffd[2J\ufffdb");
        }
    }

    private static boolean waitsForLate(dev.muster.agent.store.StoreClient client) {
        return client.openWait()
                .filter(wait -> wait.missing().equals(List.of("/late")))
                .isPresent();
    }
}
