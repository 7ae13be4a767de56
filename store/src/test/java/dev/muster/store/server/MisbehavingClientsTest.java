package dev.muster.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Capacity;
import dev.muster.store.protocol.DialectRule;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Set;

class MisbehavingClientsTest {
    private static final String SET_K_TO_SECRET =
            "01 0100000000000000 6b 0600000000000000 736563726574";
    private static final String GET_K = "03 0100000000000000 6b";
    private static final int QUEUE_LIMIT = 1 << 20;
    private static final Capacity SMALL =
            Capacity.DEFAULT
                    .withMaxQueuedBytes(QUEUE_LIMIT)
                    .withMaxConnections(5)
                    .withOpeningTime(Duration.ofMillis(300));

    private final StoreServer server =
            StoreServer.open(StoreServerConfig.DEFAULT.withCapacity(SMALL));
    private final LogLines log = new LogLines();
    private RawClient other;

    @BeforeEach
    void another_client_is_there() throws IOException {
        other = RawClient.welcomed(server.address());
        other.send(SET_K_TO_SECRET);
    }

    @AfterEach
    void the_other_client_was_not_bothered() throws IOException {
        other.send(GET_K);
        assertThat(other.read(8 + 6)).isEqualTo(hex("0600000000000000736563726574"));
        other.close();
        server.close();
        log.close();
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0d01020304                        | unknown | 13  | first byte 13 (expected: 0..11)
                    474554202f20485454502f312e300d0a  | unknown | 71  | first byte 71 (expected: 0..11)
                    16030100                          | unknown | 22  | first byte 22 (expected: 0..11)
                    0000112233 07000000               | unknown | 0   | key of 30922641664 bytes (expected: 0..8192)
                    00cef7853c 00cef7853c 0d01020304  | C | 0   | opcode 0 is unknown in dialect C
                    00cef7853c c8                     | C | 200 | opcode 200 is unknown in dialect C
                    00cef7853c 01 0000000000000040    | C | 1   | key of 4611686018427387904 bytes (expected: 0..8192)
                    00cef7853c 02 0100000000000000 6b 0100800000000000 | C | 2 | value of 8388609 bytes (expected: 0..8388608)
                    00cef7853c 06 0100020000000000    | C | 6   | 131073 names (expected: 0..131072)
                    00cef7853c 04 0100000000000000 6b 0100000000000000 | C | 4 | ADD to a value that is no 64-bit number (6 bytes)
                    """)
    void a_broken_stream_costs_its_client_the_connection_and_one_line_in_the_log(
            String bytes, String dialect, int opcode, String because) throws IOException {
        try (var client = RawClient.connect(server.address())) {
            client.send(bytes);

            assertThat(client.isClosedByServer()).isTrue();
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .matches(
                            "closed 127\\.0\\.0\\.1:\\d+ \\(dialect %s\\) after opcode %d: \\Q%s\\E"
                                    .formatted(dialect, opcode, because))
                    .doesNotContain("secret");
        }
    }

    @Test
    void a_connection_that_begins_an_opening_and_stops_is_cut_off() throws IOException {
        try (var client = RawClient.connect(server.address())) {
            client.send("00cef7");

            assertThat(client.isClosedByServer()).isTrue();
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .endsWith("after opcode 0: it has not completed its opening");
            assertThat(server.cutOff()).isEqualTo(1);
        }
    }

    @Test
    void a_silent_connection_is_cut_off_only_where_it_could_not_be_of_dialect_a()
            throws IOException {
        var onlyC = StoreServerConfig.DEFAULT.withCapacity(SMALL).withDialects(DialectRule.ONLY_C);
        try (var modern = StoreServer.open(onlyC);
                var silent = RawClient.connect(server.address());
                var silentThere = RawClient.connect(modern.address())) {
            assertThat(silentThere.isClosedByServer()).isTrue();

            silent.send("00cef7853c 0d01020304");

            assertThat(silent.read(4)).isEqualTo(hex("01020304"));
        }
    }

    @Test
    void who_comes_when_all_places_are_taken_is_turned_away() throws IOException {
        var places = new ArrayList<RawClient>();
        for (int i = 1; i < 5; i++) places.add(RawClient.welcomed(server.address()));

        try (var late = RawClient.connect(server.address())) {
            assertThat(late.isClosedByServer()).isTrue();
        }

        for (var place : places) place.close();
        assertThat(server.cutOff()).isEqualTo(1);
    }

    @Test
    void who_is_not_among_the_peers_is_turned_away() throws IOException {
        var elsewhere = Set.of(InetAddress.ofLiteral("127.0.0.9"));
        try (var closed = StoreServer.open(StoreServerConfig.DEFAULT.withPeers(elsewhere));
                var stranger = RawClient.connect(closed.address())) {
            assertThat(stranger.isClosedByServer()).isTrue();
        }
        var here = Set.of(InetAddress.ofLiteral("127.0.0.1"));
        try (var open = StoreServer.open(StoreServerConfig.DEFAULT.withPeers(here));
                var friend = RawClient.welcomed(open.address())) {
            assertThat(friend.read(0).isEmpty()).isTrue();
        }
    }

    @Test
    void what_follows_a_broken_request_is_not_served() throws IOException {
        try (var client = RawClient.welcomed(server.address())) {
            client.send("c8" + "0c" + "01 0100000000000000 6b 0100000000000000 78");

            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void what_came_before_a_broken_request_is_answered() throws IOException {
        try (var client = RawClient.welcomed(server.address())) {
            client.send("0c 0c c8");

            assertThat(client.read(3)).isEqualTo(hex("0101"));
        }
    }

    @Test
    void a_client_that_does_not_read_its_answers_is_cut_off() throws IOException {
        try (var client = RawClient.welcomed(server.address())) {
            client.send("01 0100000000000000 62 0000080000000000");
            client.send(Bytes.adopt(new byte[512 << 10]));
            String get = "03 0100000000000000 62";

            client.send(get.repeat(100));

            await().until(() -> !log.lines().isEmpty());
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .endsWith("after opcode 3: it does not read its answers");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void a_single_answer_may_be_larger_than_the_queue() throws IOException {
        try (var client = RawClient.welcomed(server.address())) {
            int length = 4 * QUEUE_LIMIT;
            client.send("01 0100000000000000 62 0000400000000000");
            client.send(Bytes.adopt(new byte[length]));
            client.send("03 0100000000000000 62");

            assertThat(client.read(8 + length).length()).isEqualTo(8 + length);
            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void a_client_that_leaves_in_the_middle_of_a_request_leaves_nothing_in_the_log()
            throws IOException {
        try (var client = RawClient.welcomed(server.address())) {
            client.send("01 0100000000000000 6b 0600");
        }
        try (var next = RawClient.welcomed(server.address())) {
            assertThat(next.read(0).isEmpty()).isTrue();
        }

        assertThat(log.lines()).isEmpty();
    }

    private static Bytes hex(String hex) {
        return Bytes.adopt(HexFormat.of().parseHex(hex));
    }
}
