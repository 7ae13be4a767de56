package dev.muster.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Capacity;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Limits that all connections share: one goes, the others stay and are served. */
class SharedLimitsTest {
    private static final int MIB = 1 << 20;

    /** SET of "k" to 512 KiB, without them. */
    private static final String SET_LARGE = "01 0100000000000000 6b 0000080000000000";

    private static final String GET_K = "03 0100000000000000 6b";
    private static final String PING = "0d01020304";

    private final LogLines log = new LogLines();

    @AfterEach
    void stop_listening() {
        log.close();
    }

    @Test
    void half_read_requests_take_no_more_room_than_there_is_and_the_largest_goes()
            throws IOException {
        var first = Bytes.adopt(new byte[400 << 10]);
        var rest = Bytes.adopt(new byte[112 << 10]);
        try (var server = server(Capacity.DEFAULT.withMaxTransitBytes(1_700 << 10));
                var anna = RawClient.welcomed(server.address());
                var bert = RawClient.welcomed(server.address());
                var carl = RawClient.welcomed(server.address())) {
            for (var client : List.of(anna, bert)) {
                client.send(SET_LARGE);
                client.send(first);
            }
            await().until(() -> server.holdings().transitBytes() >= 800 << 10);

            carl.send("01 0100000000000000 6b 0000100000000000"); // 1 MiB
            carl.sendUntilClosed(Bytes.adopt(new byte[900 << 10]));

            assertThat(carl.isClosedByServer()).isTrue();
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains("(dialect C) after opcode 1: ", "in half requests");
            for (var client : List.of(anna, bert)) {
                client.send(rest);
                client.send(PING);
                assertThat(client.read(4).length()).isEqualTo(4);
            }
            assertThat(server.holdings().transitBytes()).isZero();
            assertThat(server.holdings().keys()).isEqualTo(1);
        }
    }

    @Test
    void unread_answers_take_no_more_room_than_there_is_and_who_reads_is_served()
            throws IOException {
        var idle = new ArrayList<RawClient>();
        try (var server = server(Capacity.DEFAULT.withMaxTransitBytes(20 * MIB));
                var reader = RawClient.welcomed(server.address())) {
            reader.send("01 0100000000000000 6b 0000400000000000"); // 4 MiB
            reader.send(Bytes.adopt(new byte[4 * MIB]));
            reader.send(PING);
            assertThat(reader.read(4).length()).isEqualTo(4); // so it is stored
            for (int i = 0; i < 6; i++) {
                var client = RawClient.slowReader(server.address());
                client.send(GET_K.repeat(3));
                idle.add(client);
            }

            await().until(() -> !log.lines().isEmpty());

            reader.send(GET_K);
            assertThat(reader.read(8 + 4 * MIB).length()).isEqualTo(8 + 4 * MIB);
            assertThat(log.lines())
                    .hasSizeLessThan(idle.size())
                    .allMatch(line -> line.contains("after opcode 3: "))
                    .allMatch(line -> line.contains("unread answers"));
            assertThat(server.holdings().transitBytes()).isLessThanOrEqualTo(20 * MIB);
            for (var client : idle) client.close();
            await().until(() -> server.holdings().transitBytes() == 0);
        }
    }

    @Test
    void names_waited_for_take_no_more_room_than_there_is() throws IOException {
        var wait = wait(20_000);
        try (var server = server(Capacity.DEFAULT.withMaxWaitingBytes(4 * MIB));
                var anna = RawClient.welcomed(server.address());
                var bert = RawClient.welcomed(server.address());
                var carl = RawClient.welcomed(server.address())) {
            anna.send(wait);
            bert.send(wait);
            await().until(() -> server.holdings().waitingBytes() > 3 * MIB);

            carl.send(wait);

            assertThat(carl.isClosedByServer()).isTrue();
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains("(dialect C) after opcode 6: ", "of names waited for");
            for (var client : List.of(anna, bert)) {
                client.send("0c");
                assertThat(client.read(1).length()).isEqualTo(1);
            }
            assertThat(server.holdings().waitingBytes()).isZero();
        }
    }

    /** WAIT for so many names of 4 bytes. */
    private static Bytes wait(int names) {
        var bytes = new StringBuilder("06").append(number(names));
        for (int i = 0; i < names; i++) {
            bytes.append(number(4)).append("%08x".formatted(i));
        }
        return Bytes.adopt(HexFormat.of().parseHex(bytes));
    }

    private static String number(long value) {
        return "%016x".formatted(Long.reverseBytes(value));
    }

    private static StoreServer server(Capacity capacity) {
        return StoreServer.open(StoreServerConfig.DEFAULT.withCapacity(capacity));
    }
}
