package dev.muster.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Bytes;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.HexFormat;

/** Answers far larger than what one client may leave unread. */
class LargeAnswersTest {
    private static final int MIB = 1 << 20;
    private static final int VALUE = 8 * MIB;
    private static final int ANSWER = Long.BYTES + VALUE;
    private static final String K = "0100000000000000 6b";
    private static final String PING = "0d01020304";

    private final LogLines log = new LogLines();
    private final StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);
    private RawClient client;

    @BeforeEach
    void a_large_value_is_stored() throws IOException {
        client = RawClient.welcomed(server.address());
        client.send("01" + K + number(VALUE));
        client.send(Bytes.adopt(new byte[VALUE]));
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        server.close();
        log.close();
    }

    @Test
    void one_of_a_hundred_mebibytes_waits_for_its_reader_while_others_are_served()
            throws IOException {
        client.send(multiGet(12));
        await().until(() -> server.holdings().transitBytes() > 64 * MIB);

        try (var other = RawClient.welcomed(server.address())) {
            other.send("03" + K);
            assertThat(other.read(ANSWER).length()).isEqualTo(ANSWER);
        }

        var answer = client.read(12 * ANSWER);
        assertThat(answer.length()).isEqualTo(12 * ANSWER);
        for (int i = 0; i < 12; i++) assertThat(answer.at(i * ANSWER + 2)).isEqualTo((byte) 0x80);
        client.send(PING);
        assertThat(client.read(4).length()).isEqualTo(4);
        await().until(() -> server.holdings().transitBytes() == 0);
        assertThat(server.holdings().readyBytes()).isEqualTo(ANSWER);
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void what_all_may_have_on_the_way_limits_each_of_them() throws IOException {
        client.send(multiGet(40));

        assertThat(client.isClosedByServer()).isTrue();
        assertThat(log.lines())
                .singleElement()
                .asString()
                .contains("after opcode 10: ", "unread answers (expected: <= 268435456)");
        await().until(() -> server.holdings().transitBytes() == 0);
    }

    @Test
    void values_that_are_together_larger_than_a_message_are_set_in_one_request()
            throws IOException {
        client.send("0b" + number(9));
        for (int i = 0; i < 9; i++) {
            client.send("0100000000000000 0" + i + number(VALUE));
            client.send(Bytes.adopt(new byte[VALUE]));
        }
        client.send(PING);

        assertThat(client.read(4).length()).isEqualTo(4);
        assertThat(server.holdings().keys()).isEqualTo(10);
    }

    private static String multiGet(int times) {
        return "0a" + number(times) + K.repeat(times);
    }

    private static String number(long value) {
        return HexFormat.of().toHexDigits(Long.reverseBytes(value));
    }
}
