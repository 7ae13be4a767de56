package dev.muster.agent.rendezvous.c10d;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The way to a store that goes away. */
@Timeout(120)
class StoreLinkTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration MUCH_LATER = Duration.ofMinutes(10);

    @Test
    void nobody_waits_for_a_store_that_is_known_to_be_away() {
        try (var link = brokenLink()) {
            assertThatExceptionOfType(Unreachable.class)
                    .isThrownBy(() -> link.client(MUCH_LATER))
                    .withMessage("the store is gone");
        }
    }

    @Test
    void a_store_that_comes_back_is_found_by_who_goes_on_asking() {
        var server = StoreServer.open(StoreServerConfig.DEFAULT);
        var address = server.address();
        try (var link = new StoreLink(address)) {
            StoreClient first = link.client(SOON);
            server.close();
            link.failed(first, new Unreachable("the store is gone"));
            try (var _ = StoreServer.open(StoreServerConfig.DEFAULT.withPort(address.getPort()))) {
                await().atMost(SOON)
                        .ignoreExceptionsInstanceOf(Unreachable.class)
                        .untilAsserted(() -> assertThat(link.client(SOON)).isNotSameAs(first));
            }
        }
    }

    @Test
    void closing_does_not_wait_for_a_store_that_does_not_answer() throws IOException {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var link = new StoreLink((InetSocketAddress) silent.getLocalSocketAddress());
            var asked = new CompletableFuture<StoreClient>();
            Thread.ofVirtual()
                    .start(
                            () -> {
                                try {
                                    asked.complete(link.client(MUCH_LATER));
                                } catch (Unreachable e) {
                                    asked.completeExceptionally(e);
                                }
                            });
            try (var _ = silent.accept()) {
                link.close();

                assertThat(asked)
                        .failsWithin(SOON)
                        .withThrowableOfType(ExecutionException.class)
                        .withCauseInstanceOf(Unreachable.class);
            }
        }
    }

    private static StoreLink brokenLink() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            var link = new StoreLink(server.address());
            link.failed(link.client(SOON), new Unreachable("the store is gone"));
            return link;
        }
    }
}
