package dev.muster.gui;

import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.launch.LaunchChecks;
import dev.muster.agent.launch.LaunchDraft;
import dev.muster.agent.launch.LaunchPresets;
import dev.muster.agent.launch.LaunchReading;
import dev.muster.agent.launch.Resolution;
import dev.muster.agent.launch.RunFlags;
import dev.muster.agent.launch.ScriptDefaults;
import dev.muster.gui.fx.Theme;
import dev.muster.gui.fx.Zoom;
import dev.muster.gui.fx.Zoomed;
import dev.muster.gui.news.News;
import dev.muster.gui.news.NewsDesk;

import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.beans.value.ObservableValue;
import javafx.scene.Scene;
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
    private final Zoomed root = new Zoomed(LEAST_WIDTH, LEAST_HEIGHT);
    private final Scene scene = new Scene(root);
    private String popups = Zoomed.popups(Zoom.USUAL);
    private final Preferences preferences;
    private final ObservableValue<Theme> theme;
    private Consumer<Path> opener = file -> say("%s cannot be opened here.".formatted(file));
    private NewsDesk.Teller teller = (news, otherwise) -> otherwise.accept(news);
    private final NewsDesk news;
    private LaunchPresets presets = new LaunchPresets(MusterHome.of(System.getenv()).config());
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
        var desktop = Platform.getPreferences().colorSchemeProperty();
        theme =
                preferences
                        .theme()
                        .flatMap(choice -> desktop.map(now -> choice.on(now == ColorScheme.LIGHT)));
        stage.setMinWidth(LEAST_WIDTH);
        stage.setMinHeight(LEAST_HEIGHT);
        stage.setScene(scene);
        news =
                new NewsDesk(
                        preferences.notifies()::get,
                        (what, otherwise) -> teller.tell(what, otherwise),
                        Platform::runLater,
                        this::say);
        stage.focusedProperty().subscribe(news::inFront);
        theme.subscribe((_, _) -> dress());
        preferences.zoom().subscribe(this::zoom);
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

    /** What tells the desktop what happens in runs. */
    void tells(NewsDesk.Teller desktop) {
        teller = desktop;
    }

    /** Says something of the window itself, in the line at the bottom. */
    void remark(String sentence) {
        window().remark(sentence);
    }

    /** Where launches are kept under names, if not in this user's configuration. */
    void keepsPresetsIn(Path folder) {
        presets = new LaunchPresets(folder);
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
        root.hold(window().root());
        stage.setTitle(demo.isPresent() ? "Muster (simulated)" : "Muster");
        dress();
        window().takeFocus();
    }

    private void dress() {
        theme.getValue().dress(scene);
        window().wears(theme.getValue());
    }

    private void zoom(Zoom zoom) {
        root.zoom(zoom);
        scene.getStylesheets().remove(popups);
        popups = Zoomed.popups(zoom);
        scene.getStylesheets().add(popups);
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
            preferences.wear(theme.getValue().other());
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
        public void happened(News what) {
            if (leaveDemo.isEmpty()) news.happened(what);
        }

        @Override
        public LaunchPresets presets() {
            return presets;
        }

        @Override
        public Optional<Runnable> leaveDemo() {
            return leaveDemo;
        }
    }
}
