package dev.muster.gui;

import dev.muster.agent.demo.DemoSession;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.signal.Arrivals;
import dev.muster.gui.fx.Fonts;

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
    private static final double WIDTH = 1280;
    private static final double HEIGHT = 800;

    private final InstantSource clock = InstantSource.system();
    private final Path config = MusterHome.of(System.getenv()).config();
    private final Settings settings = new Settings(config);
    private final RememberedPreferences remembered =
            new RememberedPreferences(
                    settings,
                    new KeyFile(config),
                    sentence -> Platform.runLater(() -> say(sentence)));
    private Optional<CockpitStage> stage = Optional.empty();

    @Override
    public void start(Stage primary) {
        Fonts.load();
        primary.setTitle("Muster");
        primary.getIcons().setAll(WindowIcon.images());
        var screen = Screen.getPrimary().getVisualBounds();
        primary.setWidth(Math.min(WIDTH, screen.getWidth()));
        primary.setHeight(Math.min(HEIGHT, screen.getHeight()));
        var shown =
                new CockpitStage(
                        primary,
                        () -> LocalReach.open(settings, clock),
                        () -> Outlook.on(DemoSession.open(DEMO_SEED, clock), clock),
                        clock,
                        remembered.preferences());
        stage = Optional.of(shown);
        shown.opensFilesWith(this::open);
        switch (CockpitCall.of(getParameters().getRaw())) {
            case CockpitCall.Demo _ -> shown.showDemo();
            case CockpitCall.Open(var words) -> shown.open(words);
            case CockpitCall.Home _, CockpitCall.Unknown _ -> shown.showAgent();
        }
        primary.show();
        remembered.troubles().forEach(shown::say);
        for (Signal signal : StopTerms.DEFAULT_SIGNALS) {
            Arrivals.listen(signal, () -> Platform.runLater(shown::demandClose));
        }
    }

    @Override
    public void stop() {
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
