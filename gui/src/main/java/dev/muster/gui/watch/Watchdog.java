package dev.muster.gui.watch;

import dev.muster.gui.fx.Spans;

import javafx.application.Platform;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Asks the FX thread to answer, four times a second, and writes down where it stands when it does
 * not. Its state lives on its own thread.
 */
public final class Watchdog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    private static final Duration PERIOD = Duration.ofMillis(250);
    private static final StallRules RULES =
            new StallRules(Duration.ofMillis(500), Duration.ofMinutes(1), Duration.ofSeconds(2));
    private static final long MOST_BYTES = 1 << 20;

    private final Thread watched;
    private final Path file;
    private final InstantSource clock;
    private final Consumer<String> says;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("watchdog").factory());
    private StallRules.State state;

    private Watchdog(Thread watched, Path file, InstantSource clock, Consumer<String> says) {
        this.watched = watched;
        this.file = file;
        this.clock = clock;
        this.says = says;
        state = StallRules.State.at(clock.instant());
    }

    /**
     * Watches the FX thread, which calls this, until it is closed.
     *
     * @param file dumps are added to it
     * @param says takes a sentence about each dump, on the FX thread once that answers again
     */
    public static Watchdog start(Path file, InstantSource clock, Consumer<String> says) {
        var watchdog = new Watchdog(Thread.currentThread(), file, clock, says);
        var _ =
                watchdog.thread.scheduleAtFixedRate(
                        watchdog::look,
                        PERIOD.toMillis(),
                        PERIOD.toMillis(),
                        TimeUnit.MILLISECONDS);
        return watchdog;
    }

    private void look() {
        var step = RULES.look(state, clock.instant());
        state = step.next();
        if (step.ask()) Platform.runLater(this::heard);
        step.stalledFor().ifPresent(this::dump);
    }

    /** On the FX thread. */
    private void heard() {
        if (!thread.isShutdown()) thread.execute(this::answered);
    }

    private void answered() {
        state = RULES.answered(state);
    }

    private void dump(Duration stalledFor) {
        var trace = new StringBuilder();
        trace.append("%s: no answer for %d ms%n".formatted(clock.instant(), stalledFor.toMillis()));
        for (var frame : watched.getStackTrace())
            trace.append("    at ").append(frame).append('\n');
        try {
            append(trace.append('\n').toString());
            String sentence =
                    "The window stood still for %s or more; where is in %s."
                            .formatted(words(stalledFor), file);
            Platform.runLater(() -> says.accept(sentence));
        } catch (IOException e) {
            LOG.warn("the window stands still:\n{}", trace, e);
        }
    }

    private static String words(Duration span) {
        return span.compareTo(Duration.ofSeconds(2)) < 0
                ? span.toMillis() + " ms"
                : Spans.words(span);
    }

    private void append(String text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        if (Files.exists(file) && Files.size(file) > MOST_BYTES) {
            Files.move(
                    file,
                    file.resolveSibling(file.getFileName() + ".old"),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
