package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Transport;
import dev.muster.store.protocol.Value;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the system moves the bytes by makes no difference to anybody. */
class EveryTransportTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Key KEY = Key.of("k");

    @ParameterizedTest
    @MethodSource("thoseThatWorkHere")
    void large_values_come_back_whole(Transport transport) {
        var content = new byte[8 << 20];
        new Random(1).nextBytes(content);
        var large = new Value(Bytes.adopt(content));
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT.withTransport(transport));
                var client = StoreClient.connect(server.address(), LONG)) {
            client.set(KEY, large, LONG);

            assertThat(client.get(KEY, LONG)).isEqualTo(large);
        }
    }

    @ParameterizedTest
    @MethodSource("thoseThatWorkHere")
    void clearing_closes_those_too_whom_nobody_has_looked_at(Transport transport) {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT.withTransport(transport))) {
            for (int i = 0; i < 20; i++) {
                try (var before = StoreClient.connect(server.address(), LONG)) {
                    server.clear();

                    assertThat(server.connections()).isEmpty();
                    assertThatThrownBy(() -> before.get(KEY, LONG)).isInstanceOf(StoreLost.class);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("thoseThatWorkHere")
    void the_port_is_free_once_it_is_closed(Transport transport) {
        var config = StoreServerConfig.DEFAULT.withTransport(transport);
        for (int i = 0; i < 10; i++) {
            var first = StoreServer.open(config);
            int port = first.address().getPort();
            try (var client = StoreClient.connect(first.address(), LONG)) {
                first.close();
                try (var second = StoreServer.open(config.withPort(port))) {
                    assertThat(second.address().getPort()).isEqualTo(port);
                }
                assertThatThrownBy(() -> client.get(KEY, LONG)).isInstanceOf(StoreLost.class);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("thoseThatWorkHere")
    void many_may_clear_it_at_once_and_even_after_it_is_closed(Transport transport) {
        var server = StoreServer.open(StoreServerConfig.DEFAULT.withTransport(transport));
        try (var client = StoreClient.connect(server.address(), LONG)) {
            client.set(KEY, Value.of("v"), LONG);
            assertThat(client.check(List.of(KEY), LONG)).isTrue();
            var clearing =
                    IntStream.range(0, 4)
                            .mapToObj(_ -> CompletableFuture.runAsync(server::clear))
                            .toList();
            clearing.forEach(CompletableFuture::join);

            assertThat(server.holdings().keys()).isZero();
            assertThat(server.holdings().connections()).isZero();
        }
        server.close();
        server.clear();
    }

    static Stream<Transport> thoseThatWorkHere() {
        return Stream.of(Transport.values())
                .filter(
                        transport ->
                                switch (transport) {
                                    case IO_URING -> IoUring.isAvailable();
                                    case EPOLL -> Epoll.isAvailable();
                                    case NIO -> true;
                                });
    }
}
