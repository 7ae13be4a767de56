package dev.muster.gui;

import dev.muster.agent.job.JobSpec;
import dev.muster.agent.launch.LaunchChecks;
import dev.muster.agent.launch.LaunchDraft;
import dev.muster.agent.launch.LaunchReading;
import dev.muster.agent.launch.Resolution;
import dev.muster.agent.launch.RunFlags;
import dev.muster.agent.launch.ScriptDefaults;
import dev.muster.gui.fx.Theme;

import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.layout.Region;
import javafx.stage.Stage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The stage and what it shows: the agent's window or the demo's. The agent goes on while the demo
 * plays. FX thread.
 */
final class CockpitStage implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CockpitStage.class);
    private static final double LEAST_WIDTH = 900;
    private static final double LEAST_HEIGHT = 560;

    /** A window and what it looks at. */
    private record Shown(Outlook outlook, CockpitWindow window) {
        void close() {
            window.close();
            outlook.close();
        }
    }

    private final Stage stage;
    private final Supplier<Outlook> agents;
    private final Supplier<Outlook> demos;
    private final InstantSource clock;
    private final Scene scene = new Scene(new Region());
    private final Preferences preferences;
    private Consumer<Path> opener = file -> say("%s cannot be opened here.".formatted(file));
    private Optional<Shown> agent = Optional.empty();
    private Optional<Shown> demo = Optional.empty();

    /** {@code agents} is asked once, and not before an agent is needed. */
    CockpitStage(
            Stage stage,
            Supplier<Outlook> agents,
            Supplier<Outlook> demos,
            InstantSource clock,
            Preferences preferences) {
        this.stage = stage;
        this.agents = agents;
        this.demos = demos;
        this.clock = clock;
        this.preferences = preferences;
        stage.setMinWidth(LEAST_WIDTH);
        stage.setMinHeight(LEAST_HEIGHT);
        stage.setScene(scene);
        preferences.theme().subscribe((_, _) -> dress());
        stage.setOnCloseRequest(
                request -> {
                    request.consume();
                    requestClose();
                });
    }

    /** The question, if there is one, is asked in the agent's window. */
    private void requestClose() {
        if (agent.filter(shown -> !shown.window().model().active().isEmpty()).isEmpty()) {
            stage.hide();
            return;
        }
        if (demo.isPresent()) showAgent();
        window().requestClose(stage::hide);
    }

    /** The system wants us to end: as the close button does it, but nobody is asked. */
    void demandClose() {
        if (agent.isEmpty()) {
            stage.hide();
            return;
        }
        if (demo.isPresent()) showAgent();
        window().demandClose(stage::hide);
    }

    /** What shows the user a file. */
    void opensFilesWith(Consumer<Path> shower) {
        opener = shower;
    }

    /** Which page of the dock a window begins with. */
    void beginWith(DockTab page) {
        preferences.tab().set(page);
    }

    /** The page of the dock that was chosen last. */
    DockTab tab() {
        return preferences.tab().get();
    }

    /** The window in front. */
    CockpitWindow window() {
        return demo.or(() -> agent).orElseThrow().window();
    }

    /** Shows the agent and its runs; a demo in front of it ends. */
    void showAgent() {
        demo.ifPresent(Shown::close);
        demo = Optional.empty();
        if (agent.isEmpty()) agent = Optional.of(shown(agents.get(), Optional.empty()));
        bringToFront();
    }

    /** Shows the demo from its beginning. */
    void showDemo() {
        demo.ifPresent(Shown::close);
        demo = Optional.of(shown(demos.get(), Optional.of(this::showAgent)));
        bringToFront();
    }

    /** Shows the agent and starts what the words of {@code muster open} say. */
    void open(List<String> words) {
        showAgent();
        LaunchReading reading = RunFlags.read(ScriptDefaults.runWords(words), System.getenv());
        if (!reading.problems().isEmpty()) {
            window().correct(reading.draft(), reading.problems());
            return;
        }
        window().model().opens(true);
        Thread.ofPlatform().name("check launch").daemon(true).start(() -> check(reading.draft()));
    }

    /** Asking a driver for its GPUs may take a moment, so this is not done on the FX thread. */
    private void check(LaunchDraft draft) {
        try {
            var resolution = LaunchChecks.onThisMachine().check(draft);
            Platform.runLater(() -> act(draft, resolution));
        } catch (RuntimeException e) {
            LOG.error("cannot check what is to be started", e);
            Platform.runLater(() -> window().correct(draft, List.of()));
        }
    }

    private void act(LaunchDraft draft, Resolution resolution) {
        switch (resolution) {
            case Resolution.Ready(JobSpec spec) -> window().model().launch(spec);
            case Resolution.Refused(var problems) -> window().correct(draft, problems);
        }
    }

    void say(String sentence) {
        window().say(sentence);
    }

    private Shown shown(Outlook outlook, Optional<Runnable> leaveDemo) {
        return new Shown(outlook, new CockpitWindow(outlook, clock, new Shell(leaveDemo)));
    }

    private void bringToFront() {
        scene.setRoot(window().root());
        stage.setTitle(demo.isPresent() ? "Muster (simulated)" : "Muster");
        dress();
        window().takeFocus();
    }

    private void dress() {
        Theme theme = preferences.theme().get();
        theme.dress(scene);
        window().wears(theme);
    }

    @Override
    public void close() {
        demo.ifPresent(Shown::close);
        agent.ifPresent(Shown::close);
    }

    private final class Shell implements CockpitWindow.Shell {
        private final Optional<Runnable> leaveDemo;

        Shell(Optional<Runnable> leaveDemo) {
            this.leaveDemo = leaveDemo;
        }

        @Override
        public Preferences preferences() {
            return preferences;
        }

        @Override
        public void turnTheme() {
            preferences.theme().set(preferences.theme().get().other());
        }

        @Override
        public void playDemo() {
            showDemo();
        }

        @Override
        public void open(Path file) {
            opener.accept(file);
        }

        @Override
        public Optional<Runnable> leaveDemo() {
            return leaveDemo;
        }
    }
}
