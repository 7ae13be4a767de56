package dev.muster.store;

import static dev.muster.store.EndsInTime.assertEndsInTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Loss;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What becomes of a client that finds no store, and how it tells why. */
@Timeout(60)
class OpeningAStoreTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(300);

    @Test
    void a_name_that_means_nothing_is_told() {
        var nowhere = InetSocketAddress.createUnresolved("no-such-host.invalid", 29500);

        assertLost(
                nowhere,
                Loss.UNRESOLVED,
                "no store at no-such-host.invalid:29500 within 300 ms: ",
                "no-such-host.invalid");
    }

    @Test
    void a_port_where_nobody_listens_is_told() throws IOException {
        var nobody = FakeStore.saying(nonce -> nonce);
        nobody.close();

        assertLost(
                nobody.address(),
                Loss.REFUSED,
                "nobody listens on that port of 127.0.0.1; expected a store: start it, or check"
                        + " the port");
    }

    @Test
    void an_address_where_nothing_answers_at_all_is_told() throws IOException {
        try (var deaf = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
                var _ = new Socket(deaf.getInetAddress(), deaf.getLocalPort());
                var _ = new Socket(deaf.getInetAddress(), deaf.getLocalPort())) { // as many as fit
            assertLost(
                    (InetSocketAddress) deaf.getLocalSocketAddress(),
                    Loss.UNREACHABLE,
                    "nothing answers at 127.0.0.1; expected a machine that is up");
        }
    }

    @Test
    void somebody_who_accepts_and_says_nothing_is_told() throws IOException {
        try (var silent = FakeStore.saying(_ -> new byte[0])) {
            assertLost(silent.address(), Loss.SILENT, "it accepts connections and says nothing");
        }
    }

    @Test
    void a_web_server_is_told_by_name() throws IOException {
        byte[] refusal = "HTTP/1.1 400 Bad Request".getBytes(StandardCharsets.US_ASCII);
        try (var web = FakeStore.saying(_ -> refusal)) {
            assertLost(
                    web.address(),
                    Loss.WRONG_SERVICE,
                    "an HTTP server answered; expected a store of PyTorch 2.2 or later: check the"
                            + " port");
        }
    }

    @Test
    void a_tls_server_is_told_by_name() throws IOException {
        byte[] alert = HexFormat.of().parseHex("15030100020246");
        try (var tls = FakeStore.saying(_ -> alert)) {
            assertLost(tls.address(), Loss.WRONG_SERVICE, "a TLS server answered; expected");
        }
    }

    @Test
    void any_other_service_is_told_by_its_first_bytes() throws IOException {
        try (var other = FakeStore.saying(_ -> new byte[] {1, 2, 3, 4})) {
            assertLost(
                    other.address(),
                    Loss.WRONG_SERVICE,
                    "the answer began with the bytes 01020304; expected");
        }
    }

    @Test
    void somebody_who_hangs_up_is_told() throws IOException {
        try (var shy = FakeStore.treating((in, _) -> FakeStore.skipHello(in))) {
            assertLost(shy.address(), Loss.WRONG_SERVICE, "it hangs up on being greeted");
        }
    }

    @Test
    void a_store_that_knows_no_ping_is_greeted_without() throws IOException {
        var noKeys = new byte[Long.BYTES];
        try (var older =
                        FakeStore.treating(
                                (in, out) -> {
                                    FakeStore.skipHello(in);
                                    if (in.read() == FakeStore.PING) return;
                                    out.write(noKeys);
                                    in.transferTo(OutputStream.nullOutputStream());
                                });
                var client = StoreClient.connect(older.address(), SOON)) {
            assertThat(client).isNotNull();
        }
    }

    @Test
    void a_wrong_answer_is_not_the_last_word() throws IOException {
        var greeted = new AtomicInteger();
        try (var changing =
                        FakeStore.saying(
                                nonce -> greeted.incrementAndGet() < 3 ? new byte[4] : nonce);
                var client = StoreClient.connect(changing.address(), SOON)) {
            assertThat(client).isNotNull();
            assertThat(greeted).hasValue(3);
        }
    }

    @Test
    void a_store_that_comes_later_is_found() {
        var first = StoreServer.open(StoreServerConfig.DEFAULT);
        first.close();
        var connecting = StoreClient.connectAsync(first.address(), SOON);
        var config = StoreServerConfig.DEFAULT.withPort(first.address().getPort());

        try (var _ = StoreServer.open(config);
                var late = connecting.join()) {
            assertThat(late.numKeys(SOON)).isZero();
        }
    }

    @Test
    void every_address_of_a_name_is_tried() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT);
                var client =
                        StoreClient.connect(
                                InetSocketAddress.createUnresolved(
                                        "localhost", server.address().getPort()),
                                SOON)) {
            assertThat(client.numKeys(SOON)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"::1", "[::1]"})
    void an_address_with_colons_is_reached_and_told_in_brackets(String name) {
        var config = StoreServerConfig.DEFAULT.withAddress(InetAddress.ofLiteral("::1"));
        var server = StoreServer.open(config);
        var address = InetSocketAddress.createUnresolved(name, server.address().getPort());
        try (var client = StoreClient.connect(address, SOON)) {
            client.set(Key.of("k"), Value.EMPTY, SOON);
            client.waitFor(List.of(Key.of("k")), SOON);
        }
        server.close();

        assertLost(address, Loss.REFUSED, "no store at [::1]:%d ".formatted(address.getPort()));
    }

    @Test
    void connecting_that_is_cancelled_leaves_no_connection_behind() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            for (int i = 0; i < 50; i++) {
                var connecting = StoreClient.connectAsync(server.address(), SOON);
                if (!connecting.cancel(false)) connecting.join().close(); // it was too late
            }

            await().untilAsserted(() -> assertThat(server.connections()).isEmpty());
        }
    }

    private static void assertLost(InetSocketAddress address, Loss loss, String... sentence) {
        assertEndsInTime(
                SHORT,
                () ->
                        assertThatExceptionOfType(StoreLost.class)
                                .isThrownBy(() -> StoreClient.connect(address, SHORT))
                                .withMessageContainingAll(sentence)
                                .satisfies(lost -> assertThat(lost.loss()).isEqualTo(loss)));
    }
}
