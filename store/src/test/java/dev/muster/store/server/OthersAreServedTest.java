package dev.muster.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.muster.store.ChildProgram;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Bytes;

import io.netty.util.ResourceLeakDetector;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Whoever is a burden to the store, the others are served, and nothing of it stays. */
class OthersAreServedTest {
    private static final int MIB = 1 << 20;
    private static final Path FIGURES = Path.of("target", "others-are-served.txt");
    private static final String GET_SMALL = "03 0100000000000000 73";
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofSeconds(3);
    private static final int WINDOWS = 5;

    /** Below this a difference says more about the machine than about the store. */
    private static final Duration NOISE = Duration.ofMillis(1);

    private final LogLines log = new LogLines();
    private final StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);
    private RawClient other;

    /** It writes down every look at a buffer, which is most of what a large request takes. */
    @BeforeAll
    static void leak_detection_is_off() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    }

    @AfterAll
    static void leak_detection_is_on() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    }

    @BeforeEach
    void another_client_is_there() throws IOException {
        other = RawClient.welcomed(server.address());
        other.send("01 0100000000000000 6b 0000080000000000"); // "k", 512 KiB
        other.send(Bytes.adopt(new byte[512 << 10]));
        other.send("03 0100000000000000 6b");
        other.read(8 + (512 << 10)); // so it is ready for whoever asks next
        other.send("01 0100000000000000 73 0100000000000000 76"); // "s"
        other.send(GET_SMALL);
        other.read(9);
    }

    @AfterEach
    void close() throws IOException {
        other.close();
        server.close();
        log.close();
    }

    @ParameterizedTest
    @CsvSource({"DRIPS, 300, 0", "NEVER_READS, 3, 2", "WAITS_AND_VANISHES, 3, 0"})
    void a_burden_to_the_store_is_none_to_the_others(Nuisance kind, int count, int cutOff)
            throws IOException, InterruptedException {
        var before = server.holdings();
        var program = start(kind, count);

        slowestOfAHundred(SHORT);

        await().until(() -> server.cutOff() >= cutOff);
        stop(program);
        await().untilAsserted(() -> assertThat(server.holdings()).isEqualTo(before));
        assertThat(log.lines())
                .filteredOn(line -> line.startsWith("closed "))
                .allMatch(line -> line.endsWith("it does not read its answers"));
    }

    @Tag("proof")
    @ParameterizedTest
    @CsvSource({"DRIPS, 10000", "NEVER_READS, 12", "WAITS_AND_VANISHES, 4"})
    void the_slowest_of_a_hundred_answers_takes_at_most_twice_as_long(Nuisance kind, int count)
            throws IOException, InterruptedException {
        slowestOfAHundred(LONG); // warm
        var before = server.holdings();
        long heapBefore = heap();
        var quiet = median();

        var program = start(kind, count);
        var disturbed = median();
        stop(program);

        Files.writeString(
                FIGURES,
                "%s %d: p99 %d µs alone, %d µs beside%n"
                        .formatted(
                                kind, count, quiet.toNanos() / 1_000, disturbed.toNanos() / 1_000),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        assertThat(disturbed).isLessThan(quiet.multipliedBy(2).plus(NOISE));
        await().until(() -> server.holdings().equals(before));
        assertThat(heap()).isLessThan(heapBefore + 32 * MIB);
    }

    private Duration median() throws IOException {
        var windows = new Duration[WINDOWS];
        for (int i = 0; i < WINDOWS; i++) windows[i] = slowestOfAHundred(LONG);
        Arrays.sort(windows);
        return windows[WINDOWS / 2];
    }

    /** The 99th percentile of the other client's answers, one after the other, for so long. */
    private Duration slowestOfAHundred(Duration window) throws IOException {
        var times = IntStream.builder();
        long begin = System.nanoTime();
        for (long now = begin; now - begin < window.toNanos(); ) {
            other.send(GET_SMALL);
            assertThat(other.read(9).length()).isEqualTo(9);
            long after = System.nanoTime();
            times.add((int) (after - now));
            now = after;
        }
        int[] sorted = times.build().sorted().toArray();
        return Duration.ofNanos(sorted[sorted.length * 99 / 100]);
    }

    private Process start(Nuisance kind, int count) throws IOException {
        var port = Integer.toString(server.address().getPort());
        var program =
                ChildProgram.of(Nuisance.class, kind.name(), port, Integer.toString(count)).start();
        assertThat(program.inputReader(US_ASCII).readLine()).isEqualTo("on");
        return program;
    }

    private static void stop(Process program) throws IOException, InterruptedException {
        program.outputWriter().close();
        assertThat(program.waitFor()).isZero();
    }

    private static long heap() {
        var memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
