package dev.muster.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import static java.util.stream.Collectors.toMap;

import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** Requests for thousands of names, which are served in parts, are answered as one. */
class LongRequestsTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final List<Key> KEYS =
            IntStream.range(0, 5_000).mapToObj(i -> Key.of("k" + i)).toList();

    private final StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);
    private StoreClient client;

    @BeforeEach
    void connect() {
        client = StoreClient.connect(server.address(), SOON);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @Test
    void values_come_in_the_order_they_were_asked_for() {
        client.multiSet(valuesOf(KEYS), SOON);

        assertThat(client.multiGet(KEYS, SOON))
                .containsExactlyElementsOf(KEYS.stream().map(LongRequestsTest::valueOf).toList());
    }

    @Test
    void a_check_misses_the_only_name_that_is_not_there() {
        client.multiSet(valuesOf(KEYS), SOON);
        assertThat(client.check(KEYS, SOON)).isTrue();

        client.delete(KEYS.getFirst(), SOON);

        assertThat(client.check(KEYS, SOON)).isFalse();
        assertThat(client.check(KEYS.subList(1, KEYS.size()), SOON)).isTrue();
    }

    @Test
    void a_wait_is_over_when_the_last_name_has_come_even_if_others_are_gone_again() {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var other = StoreClient.connect(server.address(), SOON)) {
            var wait = CompletableFuture.runAsync(() -> client.waitFor(KEYS, SOON), threads);
            await().until(() -> server.holdings().waitingBytes() > 0);

            other.multiSet(valuesOf(KEYS.subList(1, KEYS.size())), SOON);
            for (Key key : KEYS) other.delete(key, SOON);
            assertThat(wait).isNotDone();
            other.set(KEYS.getFirst(), Value.EMPTY, SOON);

            assertThat(wait).succeedsWithin(SOON);
            await().until(() -> server.holdings().waitingBytes() == 0);
        }
    }

    private static Map<Key, Value> valuesOf(List<Key> keys) {
        return keys.stream().collect(toMap(key -> key, LongRequestsTest::valueOf));
    }

    private static Value valueOf(Key key) {
        return Value.of("value of " + key);
    }
}
