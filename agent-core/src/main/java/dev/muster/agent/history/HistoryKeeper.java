package dev.muster.agent.history;

import dev.muster.agent.home.MusterHome;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the past within the user's limits while a program runs: on a thread of its own, some time
 * after the start, when nobody waits, and now and then. What was removed stands in {@link
 * History#removals}.
 */
public final class HistoryKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryKeeper.class);

    /** A window has opened by then. */
    private static final Duration FIRST = Duration.ofSeconds(30);

    private static final Duration BETWEEN = Duration.ofHours(1);

    private final ScheduledExecutorService thread;

    private HistoryKeeper(ScheduledExecutorService thread) {
        this.thread = thread;
    }

    public static HistoryKeeper start(MusterHome home, InstantSource clock) {
        return start(home, clock, FIRST);
    }

    /** For the first time when {@code first} is over. */
    public static HistoryKeeper start(MusterHome home, InstantSource clock, Duration first) {
        var thread =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform()
                                .daemon()
                                .priority(Thread.MIN_PRIORITY)
                                .name("history keeper")
                                .factory());
        var _ =
                thread.scheduleWithFixedDelay(
                        () -> tidy(home, clock),
                        first.toMillis(),
                        BETWEEN.toMillis(),
                        TimeUnit.MILLISECONDS);
        return new HistoryKeeper(thread);
    }

    /** Once and now. What goes wrong is logged: the next time may do better. */
    static void tidy(MusterHome home, InstantSource clock) {
        KeepSettings.Reading settings = KeepSettings.read(home);
        settings.problem().ifPresent(LOG::warn);
        if (settings.limits().equals(KeepLimits.NONE)) return;
        try (History history = History.open(home, clock)) {
            List<Removal> removed = history.keepWithin(settings.limits());
            for (Removal run : removed) {
                LOG.info("Run {} was removed: {}", run.run(), run.because());
            }
        } catch (IOException e) {
            LOG.warn("The history could not be kept within its limits: {}", e.getMessage());
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
