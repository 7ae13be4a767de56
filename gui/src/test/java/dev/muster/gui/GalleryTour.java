package dev.muster.gui;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.fleet.FleetSnapshot;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSession;
import dev.muster.agent.session.AgentSnapshot;
import dev.muster.gui.fx.Fonts;
import dev.muster.gui.fx.Theme;
import dev.muster.gui.testing.Accessibility;
import dev.muster.gui.testing.StagedSession;

import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.event.Event;
import javafx.scene.AccessibleAttribute;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.TextField;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.robot.Robot;
import javafx.stage.Stage;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import javax.imageio.ImageIO;

/**
 * Walks through every screen in both themes and takes its picture: {@code GalleryTour FOLDER WIDTH
 * HEIGHT [BEGINNING]}; with a beginning, only of those whose names begin so. Needs a display; a JVM
 * of its own.
 */
final class GalleryTour {
    private record Stop(
            String name,
            Theme theme,
            List<JobSnapshot> runs,
            Optional<Gallery.Page> page,
            Consumer<CockpitStage> then) {
        Stop(String name, Theme theme, List<JobSnapshot> runs, Consumer<CockpitStage> then) {
            this(name, theme, runs, Optional.empty(), then);
        }

        static Stop at(String name, Theme theme, Gallery.Page page) {
            var runs = List.of(page.story().snapshot());
            return new Stop(name, theme, runs, Optional.of(page), NOTHING);
        }
    }

    /** Every theme shows these; all that differs between themes is in them. */
    static final Set<String> SHOWN_IN_ALL = Set.of("failed", "stacks", "logs-search", "settings");

    private static final Set<Theme> FEW = EnumSet.of(Theme.HIGH_CONTRAST, Theme.COLOUR_BLIND);
    private static final Consumer<CockpitStage> NOTHING = _ -> {};
    private static final int SETTLES_IN_FRAMES = 20;
    private static final int MOST_FRAMES = 480;

    private final Path folder;
    private final Path home;
    private final Stage stage = new Stage();
    private final Deque<Stop> stops = new ArrayDeque<>();

    private GalleryTour(Path folder, Path home, double width, double height, String beginning) {
        this.folder = folder;
        this.home = home;
        stage.setX(0);
        stage.setY(0);
        stage.setWidth(width);
        stage.setHeight(height);
        for (var theme : Theme.values()) plan(theme);
        stops.removeIf(stop -> FEW.contains(stop.theme()) && !SHOWN_IN_ALL.contains(stop.name()));
        stops.removeIf(stop -> !stop.name().startsWith(beginning));
    }

    public static void main(String[] words) throws IOException {
        var folder = Path.of(words[0]);
        Files.createDirectories(folder);
        Path home = Files.createTempDirectory("gallery");
        FleetGallery.recordPast(StagedReach.musterHome(home));
        FleetGallery.pairOnce(StagedReach.musterHome(home));
        System.setProperty("java.awt.headless", "true");
        Platform.startup(
                () -> {
                    Fonts.load();
                    new GalleryTour(
                                    folder,
                                    home,
                                    Double.parseDouble(words[1]),
                                    Double.parseDouble(words[2]),
                                    words.length > 3 ? words[3] : "")
                            .next();
                });
    }

    private void plan(Theme theme) {
        var scenes = Gallery.scenes();
        for (Map.Entry<String, List<JobSnapshot>> scene : scenes.entrySet()) {
            stops.add(new Stop(scene.getKey(), theme, scene.getValue(), NOTHING));
        }
        Gallery.pages().forEach((name, page) -> stops.add(Stop.at(name, theme, page)));
        var running = Gallery.runningWithHistory();
        stops.add(new Stop("ask-restart", theme, running, shown -> press(shown, "#restart")));
        stops.add(new Stop("ask-stop", theme, running, shown -> press(shown, "#stop")));
        stops.add(new Stop("keys", theme, running, shown -> press(shown, "#keys")));
        stops.add(new Stop("choose-keys", theme, running, shown -> shown.window().chooseKeys()));
        stops.add(new Stop("palette", theme, running, shown -> press(shown, "#palette")));
        stops.add(new Stop("palette-found", theme, running, GalleryTour::findCommand));
        stops.add(new Stop("new-run", theme, running, shown -> press(shown, "#new-run")));
        GalleryLaunch.scenes(home)
                .forEach((name, open) -> stops.add(new Stop(name, theme, running, open)));
        stops.add(
                new Stop(
                        "ask-stop-nodes",
                        theme,
                        List.of(Gallery.amongNodes()),
                        shown -> press(shown, "#stop")));
        stops.add(
                new Stop(
                        "ask-skip",
                        theme,
                        List.of(Gallery.finishing()),
                        shown -> press(shown, "#skip")));
        stops.add(
                new Stop(
                        "notice",
                        theme,
                        running,
                        shown -> shown.say("Not done: the group is stopping: restart 1 of 3.")));
        stops.add(new Stop("force", theme, running, GalleryTour::stopOnTheWay));
        stops.add(
                new Stop(
                        "ask-close",
                        theme,
                        running,
                        shown -> shown.window().requestClose(() -> {})));
        stops.add(new Stop("closing", theme, running, GalleryTour::closing));
        stops.add(new Stop("stacks-empty", theme, running, shown -> turn(shown, DockTab.STACKS)));
        var silent = Gallery.silentWithHistory();
        stops.add(new Stop("stacks", theme, silent, GalleryTour::askForStacks));
        stops.add(
                new Stop(
                        "stacks-rank",
                        theme,
                        silent,
                        shown -> {
                            askForStacks(shown);
                            press(shown, "#stacks-alone");
                        }));
        stops.add(new Stop("fleet", theme, running, FleetGallery::everywhere));
        stops.add(new Stop("fleet-unreached", theme, running, FleetGallery::outOfReach));
        stops.add(new Stop("fleet-filtered", theme, running, FleetGallery::filtered));
        stops.add(new Stop("fleet-no-match", theme, running, FleetGallery::filteredOut));
        stops.add(new Stop("fleet-recorded", theme, running, FleetGallery::recorded));
        stops.add(new Stop("attach", theme, running, shown -> press(shown, "#attach")));
        stops.add(new Stop("attach-code", theme, running, GalleryTour::attachByCode));
        stops.add(new Stop("fleet-viewer", theme, running, FleetGallery::asViewer));
        stops.add(new Stop("attach-job", theme, running, GalleryTour::attachJob));
        stops.add(new Stop("settings", theme, running, shown -> press(shown, "#settings")));
        stops.add(
                new Stop(
                        "logs-all-ranks", theme, running, shown -> press(shown, "#log-all-ranks")));
        stops.add(
                new Stop(
                        "logs-search",
                        theme,
                        running,
                        shown -> {
                            press(shown, "#log-all-ranks");
                            find(shown, "loss");
                        }));
        stops.add(new Stop("logs-first-error", theme, running, GalleryTour::lookForErrors));
        stops.add(
                new Stop(
                        "logs-nothing-left",
                        theme,
                        running,
                        shown -> {
                            find(shown, "no such words");
                            press(shown, "#log-only");
                        }));
        stops.add(new Stop("usage-empty", theme, running, shown -> turn(shown, DockTab.USAGE)));
        stops.add(new Stop("usage", theme, silent, shown -> use(shown, silent, 8, true)));
        stops.add(
                new Stop(
                        "usage-sum",
                        theme,
                        silent,
                        shown -> {
                            use(shown, silent, 8, false);
                            press(shown, "#usage-sum");
                        }));
        var many = scenes.getOrDefault("ranks-256", List.of());
        stops.add(new Stop("usage-many", theme, many, shown -> use(shown, many, 256, false)));
        stops.add(new Stop("store", theme, silent, shown -> turn(shown, DockTab.STORE)));
        stops.add(
                new Stop(
                        "store-over",
                        theme,
                        scenes.getOrDefault("done", List.of()),
                        shown -> turn(shown, DockTab.STORE)));
        GalleryDeeds.screens()
                .forEach(
                        (name, screen) ->
                                stops.add(new Stop(name, theme, screen.runs(), screen.then())));
        stops.add(new Stop("demo", theme, Gallery.silentWithHistory(), NOTHING));
    }

    private static void attachByCode(CockpitStage shown) {
        press(shown, "#attach");
        press(shown, "#attach-by-code");
        type(shown, "#attach-address", "lab-7:29500");
        type(shown, "#attach-code", "c0de");
        press(shown, "#attach-yes");
    }

    private static void type(CockpitStage shown, String id, String words) {
        if (shown.window().root().lookup(id) instanceof TextField field) field.setText(words);
    }

    private static void attachJob(CockpitStage shown) {
        press(shown, "#attach");
        press(shown, "#attach-by-store");
        press(shown, "#attach-yes");
    }

    private static void stopOnTheWay(CockpitStage shown) {
        shown.window().model().run().stop();
        shown.window().model().show(FleetSnapshot.of(Gallery.stoppingByYou(), () -> Gallery.NOW));
    }

    private static void turn(CockpitStage shown, DockTab page) {
        shown.window().model().dock().choose(page);
    }

    /** Twice, so that there is something to compare with. */
    private static void askForStacks(CockpitStage shown) {
        turn(shown, DockTab.STACKS);
        press(shown, "#stacks-all");
        press(shown, "#stacks-all");
    }

    private static void use(CockpitStage shown, List<JobSnapshot> runs, int ranks, boolean gpus) {
        RunId run = runs.getLast().run();
        for (RunUsage usage : GalleryUsage.of(ranks, gpus)) {
            var now = new AgentSnapshot("gpu-a", runs, Map.of(run, usage));
            shown.window().model().show(FleetSnapshot.of(now, () -> Gallery.NOW));
        }
        turn(shown, DockTab.USAGE);
    }

    private static void closing(CockpitStage shown) {
        shown.window().requestClose(() -> {});
        press(shown, "#question-yes");
    }

    private static void find(CockpitStage shown, String words) {
        type(shown, "#log-find", words);
    }

    private static void findCommand(CockpitStage shown) {
        press(shown, "#palette");
        if (shown.window().root().lookup("#palette-find") instanceof TextField field) {
            field.setText("r");
        }
    }

    private static void lookForErrors(CockpitStage shown) {
        press(shown, "#log-all-ranks");
        press(shown, "#log-first-error");
    }

    private static void press(CockpitStage shown, String id) {
        Node node = shown.window().root().lookup(id);
        if (node instanceof ButtonBase button) button.fire();
        else Event.fireEvent(node, new Event(Event.ANY));
    }

    private void next() {
        if (stops.isEmpty()) {
            Platform.exit();
            return;
        }
        var stop = stops.remove();
        AgentSession session =
                stop.page().flatMap(Gallery.Page::recorded).orElseGet(() -> staged(stop));
        var preferences = new Preferences();
        preferences.wear(stop.theme());
        var shown =
                new CockpitStage(
                        stage,
                        () -> StagedReach.over(session, home, () -> Gallery.NOW),
                        () -> Outlook.on(session, () -> Gallery.NOW),
                        () -> Gallery.NOW,
                        preferences);
        stop.page().map(Gallery.Page::tab).ifPresent(shown::beginWith);
        shown.keepsPresetsIn(home);
        if (stop.name().equals("demo")) shown.showDemo();
        else shown.showAgent();
        stage.show();
        afterFrames(
                () -> {
                    if (stop.then() == NOTHING) leave(stop, shown);
                    else {
                        stop.then().accept(shown);
                        afterFrames(
                                () -> GalleryDeeds.isOnItsWay(stop.name(), shown),
                                () -> afterFrames(() -> leave(stop, shown)));
                    }
                });
    }

    private static AgentSession staged(Stop stop) {
        var session = new StagedSession();
        session.say(Gallery.log());
        session.stand(GalleryStacks.hanging());
        session.answerStore(CompletableFuture.completedFuture(GalleryStore.hanging()));
        if (stop.name().equals("demo")) session.pretendToBeSimulated();
        stop.page().map(Gallery.Page::story).ifPresent(session::tell);
        session.show(stop.runs().toArray(JobSnapshot[]::new));
        return session;
    }

    @SuppressWarnings("SystemOut") // the starting test keeps it as the tour's log
    private void leave(Stop stop, CockpitStage shown) {
        Accessibility.problems(shown.window().root())
                .forEach(
                        problem ->
                                System.out.printf("INACCESSIBLE %s: %s%n", stop.name(), problem));
        save(stop);
        shown.close();
        next();
    }

    /** Counts frames and not time: a busy machine takes longer, and the picture waits for it. */
    private void afterFrames(Runnable action) {
        afterFrames(() -> false, action);
    }

    private void afterFrames(BooleanSupplier waits, Runnable action) {
        new AnimationTimer() {
            private int frames;

            @Override
            public void handle(long now) {
                frames++;
                boolean more = logIsOnItsWay() || waits.getAsBoolean();
                if (frames < SETTLES_IN_FRAMES || more && frames < MOST_FRAMES) return;
                stop();
                action.run();
            }
        }.start();
    }

    /** A log is read beside the FX thread; a log pane that says something instead is complete. */
    private boolean logIsOnItsWay() {
        Node log = stage.getScene().getRoot().lookup(".log-canvas");
        return log != null
                && log.queryAccessibleAttribute(AccessibleAttribute.TEXT) instanceof String text
                && text.isEmpty();
    }

    private void save(Stop stop) {
        int width = (int) stage.getWidth();
        int height = (int) stage.getHeight();
        var captured =
                new Robot()
                        .getScreenCapture(
                                new WritableImage(width, height), 0, 0, width, height, false);
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        int[] pixels = new int[width * height];
        captured.getPixelReader()
                .getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
        image.setRGB(0, 0, width, height, pixels, 0, width);
        var file =
                folder.resolve(
                        "%s-%s-%dx%d.png"
                                .formatted(stop.name(), stop.theme().word(), width, height));
        try {
            ImageIO.write(image, "png", file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
