package dev.muster.gui;

import dev.muster.agent.demo.DemoSession;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.signal.Arrivals;
import dev.muster.gui.fx.FirstFrames;
import dev.muster.gui.fx.Fonts;
import dev.muster.gui.news.Desktop;
import dev.muster.gui.watch.Rendering;
import dev.muster.gui.watch.Watchdog;

import javafx.application.Application;
import javafx.application.Platform;
import javafx.stage.Screen;
import javafx.stage.Stage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/** The application: one stage, the session it shows, and the demo beside it. FX thread. */
public final class Cockpit extends Application {
    private static final long DEMO_SEED = 20;

    private final InstantSource clock = InstantSource.system();
    private final Path config = home().config();
    private final Settings settings = new Settings(config);
    private final RememberedPreferences remembered =
            new RememberedPreferences(
                    settings,
                    new KeyFile(config),
                    sentence -> Platform.runLater(() -> say(sentence)));
    private final Rendering rendering = rendering();
    private final Desktop desktop = new Desktop(System.getenv());
    private Optional<CockpitStage> stage = Optional.empty();
    private Optional<Watchdog> watchdog = Optional.empty();

    /** How windows of this user are drawn. */
    static Rendering rendering() {
        return new Rendering(home().state().resolve("cockpit-rendering"));
    }

    private static MusterHome home() {
        return MusterHome.of(System.getenv());
    }

    @Override
    public void start(Stage primary) {
        Fonts.load();
        primary.setTitle("Muster");
        primary.getIcons().setAll(WindowIcon.images());
        place(primary);
        var shown =
                new CockpitStage(
                        primary,
                        () -> LocalReach.open(settings, clock),
                        () -> Outlook.on(DemoSession.open(DEMO_SEED, clock), clock),
                        clock,
                        remembered.preferences());
        stage = Optional.of(shown);
        shown.opensFilesWith(this::open);
        shown.tells(desktop::tell);
        switch (CockpitCall.of(getParameters().getRaw())) {
            case CockpitCall.Demo _ -> shown.showDemo();
            case CockpitCall.Open(var words) -> shown.open(words);
            case CockpitCall.Home _, CockpitCall.Unknown _ -> shown.showAgent();
        }
        primary.show();
        remembered.troubles().forEach(shown::say);
        watch(shown);
        for (Signal signal : StopTerms.DEFAULT_SIGNALS) {
            Arrivals.listen(signal, () -> Platform.runLater(shown::demandClose));
        }
    }

    private void watch(CockpitStage shown) {
        var software = remembered.preferences().software();
        software.set(rendering.isSoftware());
        software.subscribe((_, wanted) -> remembered.keep(() -> rendering.wantSoftware(wanted)));
        rendering.remark().ifPresent(shown::say);
        FirstFrames.then(() -> shows(shown));
    }

    /** The window has come up. That takes its time, which is no reason to bark. */
    private void shows(CockpitStage shown) {
        remembered.keep(rendering::works);
        Path stalls = home().state().resolve("cockpit-stalls.log");
        watchdog = Optional.of(Watchdog.start(stalls, clock, shown::remark));
    }

    /** Where it lay before, if that is still on a screen. */
    private void place(Stage window) {
        var screens = Screen.getScreens().stream().map(Screen::getVisualBounds).toList();
        var usual = WindowPlace.usual(Screen.getPrimary().getVisualBounds());
        var at = remembered.window().orElse(usual).on(screens);
        window.setX(at.x());
        window.setY(at.y());
        window.setWidth(at.width());
        window.setHeight(at.height());
        window.setMaximized(at.maximized());
        window.setOnHiding(_ -> remembered.keep(window));
    }

    @Override
    public void stop() {
        watchdog.ifPresent(Watchdog::close);
        desktop.close();
        stage.ifPresent(CockpitStage::close);
        remembered.close();
    }

    private void say(String sentence) {
        stage.ifPresent(shown -> shown.say(sentence));
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
        else say("There is no %s on this machine.".formatted(file));
    }
}
