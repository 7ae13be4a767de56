package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

class GracefulCloseTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Key KEY = Key.of("k");
    private static final Value VALUE = Value.of("v");

    private final StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void a_store_without_clients_closes_at_once() {
        assertThat(server.closeGracefully(LONG)).isTrue();

        assertThatThrownBy(() -> StoreClient.connect(server.address(), Duration.ofMillis(200)))
                .isInstanceOf(StoreException.class);
    }

    @Test
    void those_who_are_there_and_those_who_come_are_served_until_the_last_has_left() {
        CompletableFuture<Boolean> closing;
        try (var first = connect()) {
            closing = CompletableFuture.supplyAsync(() -> server.closeGracefully(LONG));
            try (var second = connect()) {
                second.set(KEY, VALUE, SOON);
                second.numKeys(SOON); // its answer tells that the value has arrived
                assertThat(first.get(KEY, SOON)).isEqualTo(VALUE);
                assertThat(server.connections()).hasSize(2);
            }
            await().until(() -> server.connections().size() == 1);
            assertThat(first.numKeys(SOON)).isEqualTo(1);
            assertThat(closing).isNotDone();
        }
        assertThat(closing).succeedsWithin(SOON).isEqualTo(true);
    }

    @Test
    void who_does_not_leave_is_cut_off_when_the_grace_is_over() {
        try (var staying = connect()) {
            var waiting = CompletableFuture.runAsync(() -> staying.waitFor(List.of(KEY), SOON));

            assertThat(server.closeGracefully(Duration.ofMillis(200))).isFalse();

            assertThatThrownBy(waiting::join).cause().isInstanceOf(StoreLost.class);
        }
    }

    @Test
    void an_interrupt_ends_the_grace() {
        try (var _ = connect()) {
            Thread.currentThread().interrupt();

            assertThat(server.closeGracefully(LONG)).isFalse();

            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private StoreClient connect() {
        return StoreClient.connect(server.address(), SOON);
    }
}
