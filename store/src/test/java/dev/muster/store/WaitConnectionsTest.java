package dev.muster.store;

import static dev.muster.store.EndsInTime.assertEndsInTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.store.protocol.Key;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/** What becomes of a wait whose own connection is not to be had, on a store that is well. */
@Timeout(60)
class WaitConnectionsTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final List<Key> KEYS = List.of(Key.of("a"));
    private static final int WAIT = 6;

    private final AtomicInteger connections = new AtomicInteger();

    @Test
    void one_that_is_turned_away_is_tried_again_until_it_is_let_in() throws IOException {
        try (var store = turningAway(connection -> connection == 2 || connection == 3);
                var client = StoreClient.connect(store.address(), SOON)) {
            client.waitFor(KEYS, SOON);

            assertThat(connections).hasValue(4);
        }
    }

    @Test
    void one_that_is_always_turned_away_costs_the_wait_its_time_and_no_other_call()
            throws IOException {
        try (var store = turningAway(connection -> connection > 1);
                var client = StoreClient.connect(store.address(), SOON)) {
            assertEndsInTime(
                    SHORT,
                    () ->
                            assertThatThrownBy(() -> client.waitFor(KEYS, SHORT))
                                    .isInstanceOf(StoreTimeout.class)
                                    .hasMessage("wait timeout after 300 ms, keys: /a"));

            assertThat(client.numKeys(SOON)).isZero();
        }
    }

    @Test
    void one_that_is_accepted_and_never_served_costs_the_wait_its_time_and_no_other_call()
            throws IOException {
        try (var store =
                        FakeStore.treating(
                                (in, out) -> {
                                    if (connections.incrementAndGet() == 1) serve(in, out);
                                    in.transferTo(OutputStream.nullOutputStream());
                                });
                var client = StoreClient.connect(store.address(), SOON)) {
            assertEndsInTime(
                    SHORT,
                    () ->
                            assertThatThrownBy(() -> client.waitFor(KEYS, SHORT))
                                    .isInstanceOf(StoreTimeout.class));

            assertThat(client.numKeys(SOON)).isZero();
        }
    }

    private FakeStore turningAway(IntPredicate connection) throws IOException {
        return FakeStore.treating(
                (in, out) -> {
                    if (!connection.test(connections.incrementAndGet())) serve(in, out);
                });
    }

    /** Is greeted, and says to whatever comes next that the key is there, or that none is. */
    private static void serve(InputStream in, OutputStream out) throws IOException {
        FakeStore.skipHello(in);
        out.write(FakeStore.nonceOfPing(in));
        int opcode = in.read();
        if (opcode >= 0) out.write(new byte[opcode == WAIT ? 1 : Long.BYTES]);
        in.transferTo(OutputStream.nullOutputStream());
    }
}
