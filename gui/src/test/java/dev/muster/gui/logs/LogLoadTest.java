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
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The figures of the design for the log under load: the FX thread is never kept from its other work
 * for long, whether the view follows or is scrolled.
 */
@Tag("proof")
@ExtendWith(ApplicationExtension.class)
class LogLoadTest {
    private static final long WARM_UP_LINES = 600_000;
    private static final Duration LOAD = Duration.ofSeconds(8);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(50);
    private static final System.Logger LOG = System.getLogger(LogLoadTest.class.getName());

    @Test
    void the_fx_thread_stays_free_while_output_pours_in(@TempDir Path folder, FxRobot robot)
            throws IOException {
        var waits = new ConcurrentLinkedQueue<Duration>();
        try (var log = new FileLog(folder.resolve("stdout.log"));
                var threads = Executors.newScheduledThreadPool(2)) {
            var session = new FakeSession();
            session.put(new LocalRank(0), LogStream.STDOUT, log);
            session.log(new LocalRank(0), LogStream.STDERR);
            var view = LogWindow.open(session, 1000, 900);
            LogWindow.onFx(() -> view.show(new RunId("load"), 0, new LocalRank(0)));
            var writer = new Writer(log);
            var writing = threads.scheduleAtFixedRate(writer, 0, 5, TimeUnit.MILLISECONDS);
            await().until(() -> writer.lines() > WARM_UP_LINES);
            var probing =
                    threads.scheduleAtFixedRate(() -> probe(waits), 0, 1, TimeUnit.MILLISECONDS);

            await().timeout(LOAD.multipliedBy(2)).pollDelay(LOAD).until(() -> true);
            report("following", waits, writer);
            robot.clickOn(view.lookup(".log-canvas"));
            for (int i = 0; i < 40; i++) robot.type(KeyCode.PAGE_UP, 2).type(KeyCode.DOWN, 3);
            report("scrolling", waits, writer);

            assertThat(writing.cancel(false) && probing.cancel(false)).isTrue();
        }
    }

    /** Asks the FX thread something and notes how long it took to answer. */
    private static void probe(Queue<Duration> waits) {
        long asked = System.nanoTime();
        Platform.runLater(() -> waits.add(Duration.ofNanos(System.nanoTime() - asked)));
    }

    private static void report(String what, Queue<Duration> waits, Writer writer) {
        var sorted = waits.toArray(new Duration[0]);
        waits.clear();
        Arrays.sort(sorted);
        LOG.log(
                System.Logger.Level.INFO,
                "{0}, {1} lines written: the FX thread answered in {2} ms (median), {3} (p99), {4}"
                        + " (p99.9)",
                what,
                writer.lines(),
                share(sorted, 0.5).toMillis(),
                share(sorted, 0.99).toMillis(),
                share(sorted, 0.999).toMillis());
        assertThat(share(sorted, 0.999)).as(what).isLessThanOrEqualTo(LONGEST_WAIT);
    }

    private static Duration share(Duration[] sorted, double part) {
        return sorted[(int) (sorted.length * part)];
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
