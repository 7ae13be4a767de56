package dev.muster.store;

import static dev.muster.store.EndsInTime.assertEndsInTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.store.protocol.Bytes;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Loss;
import dev.muster.store.protocol.Value;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;

/** What a store that stalls costs its clients: the time they gave, and no more. */
@Timeout(60)
class StalledStoreTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Key A = Key.of("a");

    /** Opcode, key and two empty values. */
    private static final int COMPARE_SET_OF_NOTHING = 1 + 8 + 2 + 8 + 8;

    private final CountDownLatch stalled = new CountDownLatch(1);

    @AfterEach
    void letGo() {
        stalled.countDown();
    }

    @Test
    void every_call_to_a_store_that_answers_nothing_ends_in_time() throws IOException {
        try (var silent = FakeStore.saying(nonce -> nonce);
                var client = StoreClient.connect(silent.address(), SOON)) {
            assertLateInTime(() -> client.numKeys(SHORT));
            assertLateInTime(() -> client.get(A, SHORT));
            assertLateInTime(() -> client.barrier(A, 1, SHORT));
            assertLateInTime(() -> client.queuePop(A, SHORT));
            assertThatThrownBy(() -> client.numKeys(Duration.ofMillis(1)))
                    .hasMessage("no answer to GetNumKeys within 1 ms");
        }
    }

    @Test
    void writing_to_a_store_that_reads_nothing_ends_in_time_and_piles_nothing_up()
            throws IOException {
        var large = new Value(Bytes.adopt(new byte[8 << 20]));
        try (var deaf = deafUntilReleased();
                var client = StoreClient.connect(deaf.address(), SOON)) {
            assertLateInTime(() -> setUntilItStalls(client, large));
            for (int i = 0; i < 1_000; i++) {
                assertThatThrownBy(() -> client.set(A, large, Duration.ofMillis(1)))
                        .isInstanceOf(StoreTimeout.class);
            }
            stalled.countDown();
            assertThat(client.numKeys(SOON)).isZero();
        }
    }

    @Test
    void a_store_that_goes_on_after_a_while_finds_the_answers_in_step() throws IOException {
        try (var slow = answeringOnceReleased();
                var client = StoreClient.connect(slow.address(), SOON)) {
            assertLateInTime(() -> client.add(A, 1, SHORT));
            stalled.countDown();

            assertThat(client.add(A, 1, SOON)).isEqualTo(2);
        }
    }

    @Test
    void an_answer_of_nonsense_length_is_refused_before_anything_is_reserved() throws IOException {
        var endless = HexFormat.of().parseHex("00ffffffffffff7f");
        try (var mad =
                        FakeStore.treating(
                                (in, out) -> {
                                    FakeStore.skipHello(in);
                                    out.write(FakeStore.nonceOfPing(in));
                                    in.read();
                                    out.write(endless);
                                    in.transferTo(OutputStream.nullOutputStream());
                                });
                var client = StoreClient.connect(mad.address(), SOON)) {
            assertThatExceptionOfType(StoreLost.class)
                    .isThrownBy(() -> client.compareSet(A, Value.EMPTY, Value.EMPTY, SOON))
                    .withMessageContaining("it does not answer like a store: value of")
                    .satisfies(lost -> assertThat(lost.loss()).isEqualTo(Loss.BROKEN));
        }
    }

    @Test
    void a_store_that_vanishes_amid_an_answer_is_lost_at_once() throws IOException {
        try (var gone = answeringHalf((_, _) -> {});
                var client = StoreClient.connect(gone.address(), SOON)) {
            assertThatExceptionOfType(StoreLost.class)
                    .isThrownBy(() -> client.compareSet(A, Value.EMPTY, Value.EMPTY, SOON))
                    .withMessageEndingWith("is lost: the store closed the connection")
                    .satisfies(lost -> assertThat(lost.loss()).isEqualTo(Loss.BROKEN));
        }
    }

    @Test
    void a_store_that_stalls_amid_an_answer_costs_each_call_its_time() throws IOException {
        try (var stuck = answeringHalf((in, _) -> in.transferTo(OutputStream.nullOutputStream()));
                var client = StoreClient.connect(stuck.address(), SOON)) {
            assertLateInTime(() -> client.compareSet(A, Value.EMPTY, Value.EMPTY, SHORT));
            assertLateInTime(() -> client.numKeys(SHORT));
        }
    }

    /** Greets, and says the length of a value and some of it before it does {@code next}. */
    private static FakeStore answeringHalf(FakeStore.Treatment next) throws IOException {
        byte[] half = HexFormat.of().parseHex("0800000000000000616263");
        return FakeStore.treating(
                (in, out) -> {
                    FakeStore.skipHello(in);
                    out.write(FakeStore.nonceOfPing(in));
                    in.skipNBytes(COMPARE_SET_OF_NOTHING);
                    out.write(half);
                    next.apply(in, out);
                });
    }

    private static void setUntilItStalls(StoreClient client, Value large) {
        while (true) client.set(A, large, SHORT);
    }

    /**
     * Greets, then reads nothing until released, then takes everything for SETs of large values.
     */
    private FakeStore deafUntilReleased() throws IOException {
        return FakeStore.treating(
                (in, out) -> {
                    FakeStore.skipHello(in);
                    out.write(FakeStore.nonceOfPing(in));
                    awaitRelease();
                    for (int opcode = in.read(); opcode == 1; opcode = in.read()) {
                        in.skipNBytes(littleEndian(in.readNBytes(Long.BYTES)));
                        in.skipNBytes(littleEndian(in.readNBytes(Long.BYTES)));
                    }
                    out.write(new byte[Long.BYTES]);
                });
    }

    private FakeStore answeringOnceReleased() throws IOException {
        byte[] one = HexFormat.of().parseHex("0100000000000000");
        byte[] two = HexFormat.of().parseHex("0200000000000000");
        return FakeStore.treating(
                (in, out) -> {
                    FakeStore.skipHello(in);
                    out.write(FakeStore.nonceOfPing(in));
                    awaitRelease();
                    out.write(one);
                    out.write(two);
                    in.transferTo(OutputStream.nullOutputStream());
                });
    }

    private void awaitRelease() throws IOException {
        try {
            stalled.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static long littleEndian(byte[] bytes) {
        return Long.reverseBytes(ByteBuffer.wrap(bytes).getLong());
    }

    private static void assertLateInTime(ThrowingCallable call) {
        assertEndsInTime(SHORT, () -> assertThatThrownBy(call).isInstanceOf(StoreTimeout.class));
    }
}
