package dev.muster.gui;

import dev.muster.agent.demo.DemoSession;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.signal.Arrivals;
import dev.muster.gui.fx.Fonts;
import dev.muster.gui.fx.Theme;

import javafx.application.Application;
import javafx.application.Platform;
import javafx.stage.Screen;
import javafx.stage.Stage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/** The application: one stage, the session it shows, and the demo beside it. FX thread. */
public final class Cockpit extends Application {
    private static final Logger LOG = LoggerFactory.getLogger(Cockpit.class);
    private static final long DEMO_SEED = 20;
    private static final double WIDTH = 1280;
    private static final double HEIGHT = 800;

    private final InstantSource clock = InstantSource.system();
    private final Settings settings = new Settings(MusterHome.of(System.getenv()).config());
    private Optional<CockpitStage> stage = Optional.empty();
    private DockTab firstTab = DockTab.LOGS;

    @Override
    public void start(Stage primary) {
        Fonts.load();
        primary.setTitle("Muster");
        primary.getIcons().setAll(WindowIcon.images());
        var screen = Screen.getPrimary().getVisualBounds();
        primary.setWidth(Math.min(WIDTH, screen.getWidth()));
        primary.setHeight(Math.min(HEIGHT, screen.getHeight()));
        var preferences = new Preferences();
        preferences.theme().set(theme());
        var shown =
                new CockpitStage(
                        primary,
                        () -> LocalReach.open(settings, clock),
                        () -> Outlook.on(DemoSession.open(DEMO_SEED, clock), clock),
                        clock,
                        preferences);
        stage = Optional.of(shown);
        preferences.theme().subscribe((_, theme) -> remember(theme));
        shown.opensFilesWith(this::open);
        firstTab = tab();
        shown.beginWith(firstTab);
        switch (CockpitCall.of(getParameters().getRaw())) {
            case CockpitCall.Demo _ -> shown.showDemo();
            case CockpitCall.Open(var words) -> shown.open(words);
            case CockpitCall.Home _, CockpitCall.Unknown _ -> shown.showAgent();
        }
        primary.show();
        for (Signal signal : StopTerms.DEFAULT_SIGNALS) {
            Arrivals.listen(signal, () -> Platform.runLater(shown::demandClose));
        }
    }

    @Override
    public void stop() {
        stage.map(CockpitStage::tab).filter(tab -> tab != firstTab).ifPresent(this::remember);
        stage.ifPresent(CockpitStage::close);
    }

    private Theme theme() {
        try {
            return settings.theme();
        } catch (IOException e) {
            LOG.warn("cannot read the settings of the window: {}; it stays dark", e.toString());
            return Theme.DARK;
        }
    }

    /** Looks first, and not on the FX thread: it may be a file of another machine. */
    private void open(Path file) {
        Thread.ofVirtual()
                .name("look at " + file)
                .start(
                        () -> {
                            boolean here = Files.isReadable(file);
                            Platform.runLater(() -> open(file, here));
                        });
    }

    private void open(Path file, boolean here) {
        if (here) getHostServices().showDocument(file.toUri().toString());
        else stage.ifPresent(shown -> shown.say("There is no %s on this machine.".formatted(file)));
    }

    private DockTab tab() {
        try {
            return settings.tab();
        } catch (IOException e) {
            LOG.warn("cannot read the settings of the window: {}; it shows the logs", e.toString());
            return DockTab.LOGS;
        }
    }

    /** The window is closing, so nobody needs to be told when that does not work. */
    private void remember(DockTab tab) {
        try {
            settings.choose(tab);
        } catch (IOException e) {
            LOG.warn("cannot remember the page of the dock: {}", e.toString());
        }
    }

    private void remember(Theme theme) {
        try {
            settings.choose(theme);
        } catch (IOException e) {
            LOG.warn("cannot remember the theme: {}", e.toString());
            stage.ifPresent(
                    shown ->
                            shown.say(
                                    "The theme cannot be remembered: %s."
                                            .formatted(e.getMessage())));
        }
    }
}
