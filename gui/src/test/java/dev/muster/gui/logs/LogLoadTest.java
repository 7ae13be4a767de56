package dev.muster.gui.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;

import javafx.application.Platform;
import javafx.scene.input.KeyCode;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The figure of the design for the log under load: the FX thread is never kept from its other work
 * for long, whether the view follows or is scrolled. What is held to it is the FX thread's own time
 * between two questions it is asked, so that a busy machine does not fail the view; how long the
 * answers took by the clock is reported beside it.
 */
@Tag("proof")
@ExtendWith(ApplicationExtension.class)
class LogLoadTest {
    private static final long WARM_UP_LINES = 600_000;
    private static final Duration LOAD = Duration.ofSeconds(8);
    private static final Duration LONGEST_TASK = Duration.ofMillis(50);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final System.Logger LOG = System.getLogger(LogLoadTest.class.getName());

    @Test
    void the_fx_thread_stays_free_while_output_pours_in(@TempDir Path folder, FxRobot robot)
            throws IOException {
        var answers = new ConcurrentLinkedQueue<Answer>();
        try (var log = new FileLog(folder.resolve("stdout.log"));
                var threads = Executors.newScheduledThreadPool(2)) {
            var session = new FakeSession();
            session.put(new LocalRank(0), LogStream.STDOUT, log);
            session.log(new LocalRank(0), LogStream.STDERR);
            var view = LogWindow.open(session, 1000, 900);
            LogWindow.onFx(
                    () ->
                            view.show(
                                    LogScope.of(
                                            new RunId("load"),
                                            0,
                                            new LocalRank(0),
                                            LogStream.STDOUT)));
            var writer = new Writer(log);
            var writing = threads.scheduleAtFixedRate(writer, 0, 5, TimeUnit.MILLISECONDS);
            await().until(() -> writer.lines() > WARM_UP_LINES);
            var probing =
                    threads.scheduleAtFixedRate(() -> probe(answers), 0, 1, TimeUnit.MILLISECONDS);

            await().timeout(LOAD.multipliedBy(2)).pollDelay(LOAD).until(() -> true);
            report("following", answers, writer);
            robot.clickOn(view.lookup(".log-canvas"));
            for (int i = 0; i < 40; i++) robot.type(KeyCode.PAGE_UP, 2).type(KeyCode.DOWN, 3);
            report("scrolling", answers, writer);

            assertThat(writing.cancel(false) && probing.cancel(false)).isTrue();
        }
    }

    /** How long the FX thread took to answer, and how much it had worked by then. */
    private record Answer(Duration took, long workedNanos) {}

    private static void probe(Queue<Answer> answers) {
        long asked = System.nanoTime();
        Platform.runLater(
                () ->
                        answers.add(
                                new Answer(
                                        Duration.ofNanos(System.nanoTime() - asked),
                                        THREADS.getCurrentThreadCpuTime())));
    }

    private static void report(String what, Queue<Answer> answers, Writer writer) {
        var all = List.copyOf(answers);
        answers.clear();
        var tasks =
                IntStream.range(1, all.size())
                        .mapToLong(i -> all.get(i).workedNanos() - all.get(i - 1).workedNanos())
                        .mapToObj(Duration::ofNanos)
                        .sorted()
                        .toList();
        var waits = all.stream().map(Answer::took).sorted().toList();
        LOG.log(
                System.Logger.Level.INFO,
                "{0}, {1} lines written: tasks {2}, answers by the clock {3}",
                what,
                writer.lines(),
                words(tasks),
                words(waits));
        assertThat(share(tasks, 0.999)).as(what).isLessThanOrEqualTo(LONGEST_TASK);
    }

    private static String words(List<Duration> sorted) {
        return "%d ms (median), %d ms (p99), %d ms (p99.9)"
                .formatted(
                        share(sorted, 0.5).toMillis(),
                        share(sorted, 0.99).toMillis(),
                        share(sorted, 0.999).toMillis());
    }

    private static Duration share(List<Duration> sorted, double part) {
        return sorted.get((int) (sorted.size() * part));
    }

    /** A program that prints a thousand lines of 100 bytes at a time. */
    private static final class Writer implements Runnable {
        private static final int LINES = 1_000;
        private static final String TEXT =
                IntStream.range(0, LINES)
                        .mapToObj("%-99d\n"::formatted)
                        .collect(Collectors.joining());

        private final FileLog log;
        private volatile long writes;

        Writer(FileLog log) {
            this.log = log;
        }

        long lines() {
            return writes * LINES;
        }

        @Override
        public void run() {
            try {
                log.write(TEXT, writes * TEXT.length());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            writes++;
        }
    }
}
