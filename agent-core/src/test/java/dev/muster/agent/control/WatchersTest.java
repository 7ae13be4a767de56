package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.control.api.ApiPath;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.home.MusterHome;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;
import dev.muster.testing.TestPython;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** Whoever watches a run gets all of it, however many they are and however slowly they read. */
class WatchersTest {
    private static final Pattern ID = Pattern.compile("(?m)^id: (\\d+)$");
    private static final String TEXT =
            "a sentence of about the length that a sentence has. ".repeat(3);

    @TempDir private Path folder;
    private FakeAgent agent;
    private ControlServer server;

    @BeforeEach
    void open() throws IOException {
        var home = new MusterHome(folder.resolve("state"), folder.resolve("config"));
        agent = new FakeAgent(home);
        server =
                ControlServer.open(
                        agent,
                        AgentFacts.Kind.AGENT,
                        home,
                        folder.resolve("s"),
                        Optional.empty(),
                        InstantSource.system());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        agent.close();
    }

    @Test
    void a_watcher_that_does_not_read_is_sent_what_it_missed_from_the_journal() throws IOException {
        int events = 20_000; // some megabytes, of which sockets hold a few hundred kilobytes
        try (var watcher = watch(0)) {
            watcher.readUntil("id: 1\n");
            for (int k = 0; k < events; k++) notice(TEXT);
            try (var late = watch(5_000)) {
                late.readUntil("id: 5001\n");
                end();

                assertThat(ids(late.readAll())).isEqualTo(upTo(5_001, events + 2));
                assertThat(ids(watcher.readAll())).isEqualTo(upTo(1, events + 2));
            }
        }
    }

    @Test
    void a_watcher_of_a_run_whose_journal_is_torn_is_told_of_the_gap() throws IOException {
        for (int k = 0; k < 10; k++) notice(TEXT);
        try (var journal =
                FileChannel.open(
                        folder.resolve("state/runs/run-1/events.jsonl"),
                        StandardOpenOption.WRITE)) {
            journal.truncate(journal.size() - TEXT.length());
        }
        await().until(
                        () ->
                                RawClient.get(server.socket(), ApiPath.run(FakeAgent.RUN))
                                        .header("ETag")
                                        .equals("\"11\""));
        try (var watcher = watch(0)) {
            assertThat(watcher.readUntil("event: gap"))
                    .contains("id: 10\n")
                    .doesNotContain("id: 11\n");
        }
    }

    /** CPU is that of the control loop, encoding and sending; the watchers' own is not ours. */
    @Test
    @Tag("proof")
    @SuppressWarnings("SystemOut") // the figures are what it is for
    void a_hundred_watchers_of_a_thousand_events_a_second_cost_a_fifth_of_a_core_at_most()
            throws IOException, InterruptedException {
        int watchers = 100;
        Duration lasting = Duration.ofSeconds(20);
        var crowd = new Crowd(server.socket(), watchers, 0);
        Thread.ofPlatform().daemon(true).start(crowd);
        crowd.allThere.await();
        var seen = new ArrayList<Long>();
        Thread one = Thread.ofPlatform().daemon(true).start(() -> timeArrivals(seen));
        long loop = controlThread();
        for (int k = 0; k < 5_000; k++) { // what runs is compiled by then, on any machine
            LockSupport.parkNanos(1_000_000);
            notice(TEXT);
        }
        double cpuBefore = cpuSeconds(loop);
        long start = System.nanoTime();

        int told = 0;
        while (System.nanoTime() - start < lasting.toNanos()) {
            long due = start + told * 1_000_000L;
            while (System.nanoTime() < due) LockSupport.parkNanos(due - System.nanoTime());
            notice("t=" + System.nanoTime() + " " + TEXT);
            told++;
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        double share = (cpuSeconds(loop) - cpuBefore) / seconds;
        end();
        one.join();
        crowd.close();

        long[] micros = seen.stream().mapToLong(Long::longValue).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "%d watchers, %.0f events/s: %.1f %% of a core; event to watcher: median %.1f ms,"
                        + " p99 %.1f ms, longest %.1f ms%n",
                watchers,
                told / seconds,
                share * 100,
                micros[micros.length / 2] / 1e3,
                micros[(int) (micros.length * 0.99)] / 1e3,
                micros[micros.length - 1] / 1e3);
        assertThat(crowd.messages / watchers).isGreaterThan((5_000 + told) * 95L / 100);
        assertThat(share).isLessThanOrEqualTo(0.20);
        assertThat(micros[(int) (micros.length * 0.99)]).isLessThanOrEqualTo(50_000);
    }

    /** The loop and whoever watches have one core, the training has the other. */
    @Test
    @Tag("proof")
    @Needs(TestGroup.TORCH)
    @SuppressWarnings("SystemOut") // the figures are what it is for
    void a_hundred_watchers_slow_the_training_beside_them_by_two_percent_at_most()
            throws IOException, InterruptedException {
        int pairs = 8;
        var ratios = new ArrayList<Double>();
        var telling = new AtomicBoolean(true);
        Thread teller = Thread.ofPlatform().start(() -> tell(1_000, telling));
        try (var training = new Training()) {
            training.seconds(); // until everything is warm
            double before = training.seconds();
            for (int pair = 0; pair < pairs; pair++) {
                double watched = watchedByAll(training);
                double after = training.seconds();
                ratios.add(watched / ((before + after) / 2));
                before = after;
            }
        } finally {
            telling.set(false);
            teller.join();
        }

        double[] sorted = ratios.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double median = (sorted[(pairs - 1) / 2] + sorted[pairs / 2]) / 2;
        System.out.printf(
                Locale.ROOT,
                "100 watchers, 1,000 events/s: training takes %.3f times as long (median of %d"
                        + " pairs, %.3f to %.3f)%n",
                median,
                pairs,
                sorted[0],
                sorted[pairs - 1]);
        assertThat(median).isLessThan(1.02);
    }

    private double watchedByAll(Training training) throws IOException, InterruptedException {
        long last = agent.present().join().getFirst().seq();
        try (var crowd = new Crowd(server.socket(), 100, last)) {
            Thread.ofPlatform().daemon(true).start(crowd);
            crowd.allThere.await();
            double seconds = training.seconds();
            assertThat(crowd.messages).isPositive();
            return seconds;
        }
    }

    /** So many events a second, until it is no longer wanted. */
    private void tell(int perSecond, AtomicBoolean wanted) {
        try {
            for (long due = System.nanoTime(); wanted.get(); due += 1_000_000_000L / perSecond) {
                while (System.nanoTime() < due) LockSupport.parkNanos(due - System.nanoTime());
                notice(TEXT);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void timeArrivals(List<Long> micros) {
        Pattern told = Pattern.compile("t=(\\d+) ");
        try (var watcher = watch(0)) {
            while (true) {
                String all = watcher.readNext();
                long now = System.nanoTime();
                if (all.isEmpty()) return;
                var found = told.matcher(all);
                while (found.find()) micros.add((now - Long.parseLong(found.group(1))) / 1_000);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static long controlThread() {
        var threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("control-"))
                .mapToLong(thread -> thread.getThreadId())
                .max()
                .orElseThrow();
    }

    private static double cpuSeconds(long thread) {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread) / 1e9;
    }

    private RawClient watch(long after) throws IOException {
        var client = RawClient.connect(server.socket());
        client.send(
                RawClient.request(
                        "GET", ApiPath.events(FakeAgent.RUN), "", "Last-Event-ID: " + after));
        return client;
    }

    private void notice(String text) throws IOException {
        agent.tell(new AgentEvent.Noticed(Instant.EPOCH, text));
    }

    private void end() throws IOException {
        agent.tell(new AgentEvent.RunEnded(Instant.EPOCH, Outcome.SUCCEEDED, 0, "done"));
    }

    private static List<Long> ids(String stream) {
        return ID.matcher(stream).results().map(id -> Long.valueOf(id.group(1))).toList();
    }

    private static List<Long> upTo(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    /** A real model that trains in a process of its own. */
    private static final class Training implements AutoCloseable {
        private static final int STEPS = 2_000;

        private final Process process;
        private final BufferedReader said;

        Training() throws IOException {
            var script = Objects.requireNonNull(WatchersTest.class.getResource("training.py"));
            process =
                    new ProcessBuilder(TestPython.path().toString(), script.getPath())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            said = process.inputReader();
        }

        /** How long some seconds of it take. */
        double seconds() throws IOException {
            process.outputWriter().append(STEPS + "\n").flush();
            String seconds = said.readLine();
            if (seconds == null) throw new IOException("the training ended");
            return Double.parseDouble(seconds);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    /** Many watchers with one thread, which reads all there is and keeps none of it. */
    private static final class Crowd implements Runnable, AutoCloseable {
        private final Path socket;
        private final int size;
        private final long after;
        private final Selector selector;
        private final CountDownLatch allThere = new CountDownLatch(1);
        private volatile long messages;

        /**
         * @param after the event behind which they begin
         */
        Crowd(Path socket, int size, long after) throws IOException {
            this.socket = socket;
            this.size = size;
            this.after = after;
            selector = Selector.open();
        }

        @Override
        public void run() {
            try {
                String request =
                        RawClient.request(
                                "GET",
                                ApiPath.events(FakeAgent.RUN),
                                "",
                                "Last-Event-ID: " + after);
                for (int k = 0; k < size; k++) {
                    var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                    channel.connect(UnixDomainSocketAddress.of(socket));
                    channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
                    channel.configureBlocking(false);
                    channel.register(selector, SelectionKey.OP_READ);
                }
                allThere.countDown();
                readAll();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        private void readAll() throws IOException {
            var piece = ByteBuffer.allocateDirect(1 << 16);
            while (selector.isOpen()) {
                selector.select();
                if (!selector.isOpen()) return;
                for (SelectionKey key : selector.selectedKeys()) {
                    if (((SocketChannel) key.channel()).read(piece.clear()) < 0) key.cancel();
                    long ids = 0;
                    for (int k = 0; k + 3 < piece.position(); k++) {
                        if (piece.get(k) == 'i'
                                && piece.get(k + 1) == 'd'
                                && piece.get(k + 2) == ':') ids++;
                    }
                    messages += ids;
                }
                selector.selectedKeys().clear();
            }
        }

        @Override
        public void close() throws IOException {
            for (SelectionKey key : selector.keys()) key.channel().close();
            selector.close();
        }
    }
}
