package dev.muster.gui;

import javafx.stage.Stage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads the preferences of the last window, and keeps those of this one. They are read at once,
 * before there is a window; they are written on a thread of its own, and a folder that cannot be
 * written changes nothing but that they are forgotten.
 */
final class RememberedPreferences implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RememberedPreferences.class);
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    /** Something to write down. */
    interface Memory {
        void keep() throws IOException;
    }

    private interface Recollection<T> {
        T read() throws IOException;
    }

    private final Consumer<String> notices;
    private final Settings settings;
    private final Preferences preferences = new Preferences();
    private final List<String> troubles = new ArrayList<>();
    private final ExecutorService memory =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("preferences").factory());
    private Optional<WindowPlace> window = Optional.empty();
    private boolean toldThatNothingIsKept;

    /** {@code notices} takes sentences for the user, on any thread. */
    RememberedPreferences(Settings settings, KeyFile keyFile, Consumer<String> notices) {
        this.settings = settings;
        this.notices = notices;
        recall(settings::theme, preferences.theme()::set);
        recall(settings::window, lay -> window = lay);
        recall(settings::zoom, preferences.zoom()::set);
        recall(settings::ranksHeight, preferences.ranksHeight()::set);
        recall(settings::notifies, preferences.notifies()::set);
        recall(settings::tab, preferences.tab()::set);
        var reading = keyFile.read();
        reading.trouble().ifPresent(troubles::add);
        preferences.keys().set(reading.keys());
        preferences.theme().subscribe((_, theme) -> keep(() -> settings.choose(theme)));
        preferences.zoom().subscribe((_, zoom) -> keep(() -> settings.choose(zoom)));
        preferences
                .ranksHeight()
                .subscribe((_, height) -> keep(() -> settings.chooseRanksHeight(height)));
        preferences
                .notifies()
                .subscribe((_, wanted) -> keep(() -> settings.chooseNotifies(wanted)));
        preferences.tab().subscribe((_, tab) -> keep(() -> settings.choose(tab)));
        preferences.keys().subscribe((before, now) -> keep(() -> keyFile.keep(before, now)));
    }

    private <T> void recall(Recollection<T> what, Consumer<T> use) {
        try {
            use.accept(what.read());
        } catch (IOException e) {
            LOG.warn("cannot read the settings of the window: {}", e.toString());
            var sentence =
                    "The settings of the window cannot be read, so it begins as if new: %s."
                            .formatted(e.getMessage());
            if (!troubles.contains(sentence)) troubles.add(sentence);
        }
    }

    Preferences preferences() {
        return preferences;
    }

    /** Where the window lay when it was closed. */
    Optional<WindowPlace> window() {
        return window;
    }

    /** Remembers where a window lies; of a maximized one, where it lay before is not known. */
    void keep(Stage at) {
        var lies =
                new WindowPlace(
                        at.getX(), at.getY(), at.getWidth(), at.getHeight(), at.isMaximized());
        keep(() -> settings.choose(lies));
    }

    /** What could not be read, in sentences. */
    List<String> troubles() {
        return List.copyOf(troubles);
    }

    /** Does it soon; what fails is told once. */
    void keep(Memory what) {
        if (memory.isShutdown()) return;
        memory.execute(
                () -> {
                    try {
                        what.keep();
                    } catch (IOException e) {
                        LOG.warn("the window cannot remember something: {}", e.toString());
                        if (!toldThatNothingIsKept) {
                            toldThatNothingIsKept = true;
                            notices.accept(
                                    "What you choose holds until the window closes; it cannot be"
                                            + " remembered: %s.".formatted(e.getMessage()));
                        }
                    }
                });
    }

    /** Waits a moment for what is still to be written. */
    @Override
    public void close() {
        memory.shutdown();
        try {
            if (!memory.awaitTermination(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("some settings of the window were not written in time");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // we are closing anyway
        }
    }
}
