package dev.muster.gui;

import static org.awaitility.Awaitility.await;

import dev.muster.gui.testing.ScreenReader;

import javafx.application.Platform;
import javafx.stage.Stage;
import javafx.stage.Window;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A cockpit that says on its stdout, in one line, which run it shows as soon as it shows one with a
 * worker that runs; its arguments are the cockpit's. Run by {@link RestartedCockpitTest}.
 */
final class WatchedCockpit {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

    private WatchedCockpit() {}

    public static void main(String[] words) {
        Thread.ofPlatform().daemon(true).name("onlooker").start(WatchedCockpit::look);
        CockpitMain.main(words);
    }

    @SuppressWarnings("SystemOut") // the starting test reads it
    private static void look() {
        String shown =
                await().forever()
                        .pollInterval(BETWEEN_LOOKS)
                        .until(() -> stage().flatMap(WatchedCockpit::shown), Optional::isPresent)
                        .orElseThrow();
        System.out.println(shown);
    }

    private static Optional<Stage> stage() {
        var found = new CompletableFuture<Optional<Stage>>();
        try {
            Platform.runLater(
                    () ->
                            found.complete(
                                    List.copyOf(Window.getWindows()).stream()
                                            .filter(Stage.class::isInstance)
                                            .map(Stage.class::cast)
                                            .findFirst()));
        } catch (IllegalStateException _) {
            return Optional.empty(); // the toolkit is not there yet
        }
        return found.join();
    }

    private static Optional<String> shown(Stage stage) {
        var screen = new ScreenReader(stage);
        boolean runs =
                screen.sees(".run-name")
                        && screen.ranks().stream().anyMatch(rank -> rank.contains("running"));
        return runs
                ? screen.selectedRun().map(selected -> screen.text(".facts") + " | " + selected)
                : Optional.empty();
    }
}
