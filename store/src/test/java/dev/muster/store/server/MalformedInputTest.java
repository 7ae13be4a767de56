package dev.muster.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Bytes;
import dev.muster.store.recorded.Malformed;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * What PyTorch's own stores were sent to see what they make of it (tcpstore §9), sent to this one.
 */
class MalformedInputTest {
    private static final String SET_K = "01 0200000000000000 2f6b 0100000000000000 76";
    private static final String SET_TEXT =
            "01 0500000000000000 2f74657874 0500000000000000 68656c6c6f";
    private static final String NUM_KEYS = "07";
    private static final Bytes TWO = hex("0200000000000000");
    private static final Optional<String> CLOSED = Optional.empty();

    /** What this store answers where at least one of PyTorch's does something else. */
    private static final Map<String, Optional<String>> OURS =
            Map.ofEntries(
                    // every dialect is served, so a legacy request needs no VALIDATE
                    Map.entry("no VALIDATE: ADD", Optional.of("0100000000000000")),
                    Map.entry("opcode 9", Optional.of("")), // begins a MULTI_GET of dialect B
                    Map.entry(
                            "SPLIT 1: no VALIDATE: GETNUMKEYS", Optional.of("")), // and DELETE_KEY
                    Map.entry("WATCH_KEY", Optional.of("0000000000000000")), // is a DELETE_KEY too
                    // what no dialect begins with is no client
                    Map.entry("VALIDATE with a wrong", CLOSED),
                    Map.entry("no VALIDATE: PING", CLOSED),
                    Map.entry("no VALIDATE: HTTP", CLOSED),
                    Map.entry("SPLIT 5: no VALIDATE: PING", CLOSED),
                    // how a request is cut makes no difference
                    Map.entry("SPLIT 1: VALIDATE", Optional.of("04030201")),
                    Map.entry("SPLIT 3: VALIDATE", Optional.of("04030201")),
                    Map.entry("VALIDATE cut after 1 byte", Optional.of("04030201")),
                    // a missing key reads as empty
                    Map.entry("GET of a missing key", Optional.of("0000000000000000")),
                    Map.entry("VALIDATE + GET of a missing", Optional.of("0000000000000000")),
                    Map.entry(
                            "VALIDATE + MULTI_GET",
                            Optional.of("0100000000000000760000000000000000")),
                    Map.entry(
                            "MULTI_GET of one", Optional.of("0100000000000000760000000000000000")),
                    // the limits hold for everybody
                    Map.entry("VALIDATE + SET, key length 8193", CLOSED),
                    Map.entry("SET, key of 8193 bytes", CLOSED),
                    Map.entry("VALIDATE + SET, value length 8 MiB + 1", CLOSED),
                    Map.entry("SET, value of 8 MiB + 1", CLOSED),
                    Map.entry("VALIDATE + WAIT, key count 131073", CLOSED),
                    Map.entry("WAIT for 131073 names", CLOSED),
                    // every operation is there
                    Map.entry("VALIDATE + QUEUE_LEN", Optional.of("0000000000000000")),
                    Map.entry("QUEUE_LEN", Optional.of("0000000000000000")),
                    Map.entry("VALIDATE + opcode 18", Optional.of("00")),
                    // here nothing was asked before, so there are two keys
                    Map.entry(
                            "VALIDATE + WAIT missing + GETNUMKEYS",
                            Optional.of("0200000000000000")),
                    Map.entry("WAIT, then GETNUMKEYS", Optional.of("0200000000000000")),
                    Map.entry("BARRIER for 2, then GETNUMKEYS", Optional.of("0300000000000000")),
                    // the second request ends the wait of the first
                    Map.entry("BARRIER for 2 twice", Optional.of("00")));

    private final StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);
    private final LogLines log = new LogLines();
    private RawClient other;

    @BeforeEach
    void another_client_is_there() throws IOException {
        other = RawClient.welcomed(server.address());
        other.send(SET_K + SET_TEXT + NUM_KEYS);
        assertThat(other.read(8)).isEqualTo(TWO);
    }

    @AfterEach
    void the_other_client_is_served_and_nothing_is_left_behind() throws IOException {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> server.connections().size() == 1);
        other.send("03 0200000000000000 2f6b");
        assertThat(other.read(9)).isEqualTo(hex("010000000000000076"));
        assertThat(server.holdings().waitingBytes()).isZero();
        assertThat(server.holdings().transitBytes()).isZero();
        other.close();
        server.close();
        log.close();
    }

    /** Each of what was sent once, though several releases were sent it. */
    static Stream<Malformed> recordings() {
        var sent = new HashSet<Bytes>();
        return Stream.of(
                        "torch-1.13/malformed",
                        "torch-2.10/malformed-legacy",
                        "torch-2.10/malformed-libuv",
                        "torch-2.13/malformed-legacy",
                        "torch-2.13/malformed-libuv")
                .flatMap(name -> Malformed.read(name).stream())
                .filter(input -> !input.what().contains("LIST_KEYS")) // in any order
                .filter(input -> sent.add(input.sent()));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void what_no_client_sends_is_answered_or_costs_its_sender_the_connection(Malformed input)
            throws IOException {
        var expected = expected(input);
        try (var client = RawClient.connect(server.address())) {
            client.send(input.sent());

            if (expected.isEmpty()) {
                assertThat(client.isClosedByServer()).isTrue();
                assertThat(log.lines())
                        .singleElement()
                        .asString()
                        .matches(
                                "closed 127.* \\(dialect (unknown|[ABC])\\) after opcode \\d+: .*");
            } else {
                assertThat(client.read(expected.get().length())).isEqualTo(expected.get());
                client.expectQuiet();
                assertThat(log.lines()).isEmpty();
            }
        }
    }

    @Test
    void a_browser_is_told_at_once_that_this_is_no_web_server() throws Exception {
        var address = server.address();
        var uri = URI.create("http://127.0.0.1:%d/".formatted(address.getPort()));
        try (var browser = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(uri).build();
            assertThatThrownBy(() -> browser.send(request, BodyHandlers.discarding()))
                    .isInstanceOf(IOException.class);
        }
        assertThat(log.lines()).allMatch(line -> line.contains("first byte 71"));
    }

    @Test
    void a_tls_client_is_told_at_once_that_this_is_no_tls() throws IOException {
        var address = server.address();
        var factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
        try (var plain = new Socket(address.getAddress(), address.getPort());
                var tls = (SSLSocket) factory.createSocket(plain, "store", 0, true)) {
            assertThatThrownBy(tls::startHandshake).isInstanceOf(IOException.class);
        }
        assertThat(log.lines()).singleElement().asString().contains("first byte 22");
    }

    /** Empty if the connection is to be closed without an answer. */
    private static Optional<Bytes> expected(Malformed input) {
        var ours =
                OURS.keySet().stream().filter(input.what()::startsWith).findFirst().map(OURS::get);
        var theirs = input.leftOpen() ? Optional.of(input.answer()) : Optional.<Bytes>empty();
        return ours.map(answer -> answer.map(MalformedInputTest::hex)).orElse(theirs);
    }

    private static Bytes hex(String hex) {
        return Bytes.adopt(HexFormat.of().parseHex(hex));
    }
}
