package dev.muster.gui;

import dev.muster.agent.fleet.Fleet;
import dev.muster.agent.fleet.FleetSnapshot;
import dev.muster.agent.fleet.PlaceId;
import dev.muster.agent.fleet.RunAt;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.launch.LaunchDraft;
import dev.muster.agent.launch.LaunchPresets;
import dev.muster.agent.launch.LaunchProblem;
import dev.muster.agent.launch.LaunchReading;
import dev.muster.agent.session.Subscription;
import dev.muster.gui.events.EventsView;
import dev.muster.gui.failure.FailureView;
import dev.muster.gui.failure.FailureViewModel;
import dev.muster.gui.fleet.AttachCard;
import dev.muster.gui.fleet.FleetView;
import dev.muster.gui.fx.ActionHints;
import dev.muster.gui.fx.Days;
import dev.muster.gui.fx.Divided;
import dev.muster.gui.fx.KeyChords;
import dev.muster.gui.fx.LatestPerPulse;
import dev.muster.gui.fx.ModalLayer;
import dev.muster.gui.fx.Notices;
import dev.muster.gui.fx.Stylesheet;
import dev.muster.gui.fx.Theme;
import dev.muster.gui.keys.KeySettings;
import dev.muster.gui.keys.KeyTable;
import dev.muster.gui.launch.LaunchForm;
import dev.muster.gui.logs.LogView;
import dev.muster.gui.news.News;
import dev.muster.gui.news.NewsRules;
import dev.muster.gui.palette.PaletteView;
import dev.muster.gui.ranks.RankGridView;
import dev.muster.gui.rendezvous.NodesView;
import dev.muster.gui.run.RunHeaderView;
import dev.muster.gui.stacks.StacksView;
import dev.muster.gui.state.RunPage;
import dev.muster.gui.state.RunPlaces;
import dev.muster.gui.store.StoreView;
import dev.muster.gui.timeline.TimelineView;
import dev.muster.gui.usage.UsageView;
import dev.muster.gui.welcome.WelcomeView;

import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.PauseTransition;
import javafx.animation.Timeline;
import javafx.application.Platform;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.Duration;

import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** What the stage shows of one fleet. FX thread. */
final class CockpitWindow implements AutoCloseable {
    /** What concerns more than this window's fleet. */
    interface Shell {
        /** What this user wants of windows. */
        Preferences preferences();

        /** Something is news to whoever looks elsewhere. */
        void happened(News news);

        void turnTheme();

        void playDemo();

        /** Shows the user a file, or says why that cannot be. */
        void open(Path file);

        /** The launches that are kept under names. */
        LaunchPresets presets();

        /** How to get back to where the demo was started from; absent outside of the demo. */
        Optional<Runnable> leaveDemo();
    }

    private static final Duration TICK = Duration.millis(500);
    private static final Duration TYPING = Duration.millis(200);
    private static final double RUNS_WIDTH = 248;

    private final Fleet session;
    private final Optional<Reach> reach;
    private final InstantSource clock;
    private final Shell shell;
    private final ModalLayer layer = new ModalLayer();
    private final Notices notices = new Notices();
    private final Optional<PastActions> past;
    private final CockpitViewModel model;
    private final WindowActions actions;
    private final TopBar topBar;
    private final FleetView runs;
    private final RunHeaderView header;
    private final RankGridView ranks;
    private final RunPlaces places = new Places();
    private final FailureViewModel failures = new FailureViewModel(ZoneId.systemDefault(), places);
    private final DockView dock;
    private final BorderPane content = new BorderPane();
    private final BorderPane run = new BorderPane();
    private final WelcomeView welcome;
    private final StackPane root;
    private final Closing closing;
    private final Subscription watching;
    private final Subscription hearing;
    private final Timeline clockwork;
    private final PauseTransition remarkStays = new PauseTransition(Duration.minutes(1));
    private javafx.util.Subscription keysShown = javafx.util.Subscription.EMPTY;

    CockpitWindow(Outlook outlook, InstantSource clock, Shell shell) {
        session = outlook.fleet();
        reach = outlook.reach();
        this.clock = clock;
        this.shell = shell;
        past = pastActions(outlook);
        model =
                new CockpitViewModel(
                        session,
                        actions(outlook),
                        clock,
                        Platform::runLater,
                        notices::say,
                        new Cards());
        closing = new Closing(model, layer, clock);
        runs = new FleetView(model.runs());
        header = new RunHeaderView(model.run(), layer);
        actions = new WindowActions(this, header, shell, reach.isPresent());
        topBar = new TopBar(actions, session.simulated(), reach.isPresent(), shell.leaveDemo());
        ranks = new RankGridView(model.ranks());
        new RankMenu(model.ranks(), header.dialogs(), _ -> turnTo(DockTab.LOGS)).on(ranks);
        model.dock().choose(shell.preferences().tab().get());
        dock = new DockView(model.dock(), this::page);
        welcome = new WelcomeView(this::newRun, reach.map(_ -> this::attach), shell::playDemo);
        root = new StackPane(content, notices, layer);
        assemble();
        reach.flatMap(Reach::lookedAt).ifPresent(model.runs()::prefer);
        model.runs().selected().addListener((_, _, run) -> run.ifPresent(this::remember));
        watching = session.watchPlaces(new LatestPerPulse<FleetSnapshot>(this::show));
        hearing = session.hearSentences(said -> Platform.runLater(() -> notices.say(said)));
        clockwork = new Timeline(new KeyFrame(TICK, _ -> tick()));
        clockwork.setCycleCount(Animation.INDEFINITE);
        clockwork.play();
    }

    private Optional<PastActions> pastActions(Outlook outlook) {
        return outlook.reach()
                .map(
                        far ->
                                new PastActions(
                                        session,
                                        far.past(),
                                        layer,
                                        new Days(ZoneId.systemDefault()),
                                        clock,
                                        Platform::runLater,
                                        notices::say,
                                        run -> model.runs().deleted(run)));
    }

    private FleetActions actions(Outlook outlook) {
        var typing = new PauseTransition(TYPING);
        return new FleetActions(
                outlook,
                past,
                Platform::runLater,
                action -> {
                    typing.setOnFinished(_ -> action.run());
                    typing.playFromStart();
                },
                notices::say,
                () -> model.runs());
    }

    private void remember(RunAt run) {
        if (run.place().equals(Fleet.RECORDED)) return;
        reach.ifPresent(far -> far.looksAt(run.run()));
    }

    private void assemble() {
        root.getStyleClass().add("cockpit");
        root.getStylesheets().add(Stylesheet.beside(CockpitWindow.class, "cockpit.css"));
        root.addEventHandler(KeyEvent.KEY_PRESSED, this::pressed);
        root.addEventHandler(KeyEvent.KEY_TYPED, this::pressed);
        StackPane.setAlignment(notices, Pos.BOTTOM_CENTER);
        notices.getStyleClass().add("over-notices");
        var left = new HBox(runs, edge());
        left.setMinWidth(RUNS_WIDTH);
        left.setPrefWidth(RUNS_WIDTH);
        HBox.setHgrow(runs, Priority.ALWAYS);
        run.setTop(
                new VBox(
                        new PlaceStrip(model.whereabouts()), header, new NodesView(model.nodes())));
        var divided = new Divided(ranks, ranks::niceHeight, dock);
        divided.chosen().bindBidirectional(shell.preferences().ranksHeight());
        run.setCenter(divided);
        content.setTop(topBar);
        content.setLeft(left);
        content.setBottom(new VBox(edge(), new StatusBar(model.status())));
        model.middle().addListener((_, _, middle) -> fill(middle));
        fill(model.middle().get());
        model.dock().tab().addListener((_, _, tab) -> shell.preferences().tab().set(tab));
        keysShown =
                shell.preferences()
                        .keys()
                        .subscribe(keys -> ActionHints.show(root, actions.all(), keys));
    }

    private RunPage page(DockTab tab) {
        return switch (tab) {
            case LOGS -> new LogPage(new LogView(session, clock), model.dock().choice());
            case STACKS ->
                    new StacksView(session, clock, layer, model.ranks()::select, notices::say);
            case TIMELINE -> new TimelineView(session, places);
            case FAILURE -> new FailureView(failures, shell::open);
            case EVENTS -> new EventsView(session, places);
            case USAGE -> new UsageView(model.measured(), session.simulated());
            case STORE -> new StoreView(session);
        };
    }

    /** The line between two panes. */
    static Region edge() {
        var edge = new Region();
        edge.getStyleClass().add("edge");
        return edge;
    }

    Region root() {
        return root;
    }

    /** Puts the keyboard where arrows do something. */
    void takeFocus() {
        runs.takeFocus();
    }

    CockpitViewModel model() {
        return model;
    }

    WindowActions actions() {
        return actions;
    }

    /** Says a sentence that nobody need answer. */
    void say(String sentence) {
        notices.say(sentence);
    }

    void wears(Theme theme) {
        topBar.offer(theme.other());
    }

    /** Shows the launch form, empty. */
    void newRun() {
        layer.showCentred(form(), () -> {});
    }

    /** Shows the launch form with what somebody wants to start, and what keeps it from starting. */
    void correct(LaunchDraft draft, List<LaunchProblem> problems) {
        model.opens(false);
        var form = form();
        layer.showCentred(form, () -> {});
        form.fill(draft, problems);
    }

    private LaunchForm form() {
        return new LaunchForm(session, shell.presets(), this::launched, layer::close);
    }

    private void launched(RunId id) {
        layer.close();
        model.look(id);
    }

    /** See {@link Closing#request}. */
    void requestClose(Runnable close) {
        closing.request(close);
    }

    /** The same without a question: nobody may be there to answer it. */
    void demandClose(Runnable close) {
        closing.demand(close);
    }

    private void show(FleetSnapshot now) {
        var news = NewsRules.between(model.latest(), now);
        model.show(now);
        news.forEach(shell::happened);
    }

    /** Says a sentence about the window itself, for a while, in the line at the bottom. */
    void remark(String sentence) {
        model.status().remark(sentence);
        remarkStays.setOnFinished(_ -> model.status().remark(""));
        remarkStays.playFromStart();
    }

    private void tick() {
        model.refresh();
        closing.refresh();
    }

    private void fill(CockpitViewModel.Middle middle) {
        content.setCenter(
                switch (middle) {
                    case NOTHING -> new Region();
                    case OPENING -> opening();
                    case FIRST_STEPS -> welcome;
                    case RUN -> run;
                });
    }

    private Node opening() {
        var words = new Label();
        words.textProperty().bind(model.openingWords());
        words.getStyleClass().add("muted");
        return new StackPane(words);
    }

    private void pressed(KeyEvent key) {
        if (layer.isOpen() || key.isConsumed()) return;
        if (key.getCode() == KeyCode.ESCAPE && notices.dismissNewest()) key.consume();
        boolean writing = root.getScene().getFocusOwner() instanceof TextInputControl;
        KeyChords.of(key)
                .filter(chord -> !(writing && chord.isForTexts()))
                .flatMap(chord -> actions.of(chord, shell.preferences().keys().get()))
                .ifPresent(
                        action -> {
                            key.consume();
                            action.act().ifPresent(notices::say);
                        });
    }

    void turnTo(DockTab tab) {
        model.dock().choose(tab);
        if (model.middle().get() == CockpitViewModel.Middle.RUN) dock.takeFocus();
    }

    void filterRuns() {
        runs.takeFilterFocus();
    }

    /** Offers all that can be done and looked at, to be found by its letters. */
    void showPalette() {
        var places = new WindowPlaces(model.latest(), model.runs()::select, model.ranks()::select);
        var entries =
                places.entries(
                        actions.all(),
                        shell.preferences().keys().get(),
                        model.runs().selected().get());
        layer.showCentred(new PaletteView(entries, layer::close), () -> {});
    }

    void attach() {
        reach.ifPresent(
                far -> {
                    var card =
                            new AttachCard(far.attachments(), clock, this::attached, layer::close);
                    layer.showCentred(card, card::abandon);
                });
    }

    private void attached(PlaceId place) {
        layer.close();
        model.runs().awaitAt(place);
    }

    void showSettings() {
        layer.showCentred(
                new SettingsCard(shell.preferences(), reach, this::chooseKeys, layer::close),
                () -> {});
    }

    /** Offers other keys for everything that can be done. */
    void chooseKeys() {
        var keys = shell.preferences().keys();
        layer.showCentred(new KeySettings(actions.all(), keys, layer::close), () -> {});
    }

    void showKeys() {
        var keys = shell.preferences().keys().get();
        layer.showCentred(new KeyTable(actions.all(), keys, layer::close), () -> {});
    }

    void nextPane(int step) {
        if (model.middle().get() != CockpitViewModel.Middle.RUN) {
            runs.takeFocus();
            return;
        }
        Node[] panes = {runs, ranks, dock};
        int at = 0;
        for (int place = 0; place < panes.length; place++) {
            if (holdsFocus(panes[place])) at = place + step;
        }
        switch (Math.floorMod(at, panes.length)) {
            case 0 -> runs.takeFocus();
            case 1 -> ranks.takeFocus();
            default -> dock.takeFocus();
        }
    }

    private static boolean holdsFocus(Node pane) {
        for (Optional<Node> at = Optional.ofNullable(pane.getScene().getFocusOwner());
                at.isPresent();
                at = at.map(Node::getParent)) {
            if (at.get() == pane) return true;
        }
        return false;
    }

    /** Stops looking at the session, which stays open. */
    @Override
    public void close() {
        clockwork.stop();
        remarkStays.stop();
        watching.close();
        hearing.close();
        keysShown.unsubscribe();
        dock.close();
    }

    /** Where pages of the dock lead to. */
    private final class Places implements RunPlaces {
        @Override
        public void showLog(int attempt, Rank rank) {
            model.ranks().select(rank);
            model.dock().pick(attempt);
            turnTo(DockTab.LOGS);
        }

        @Override
        public void showFailure(int attempt) {
            failures.pick(attempt);
            turnTo(DockTab.FAILURE);
        }

        @Override
        public void select(Rank rank) {
            model.ranks().select(rank);
        }
    }

    /** What the head of a run and the list of runs ask for that is shown on a card. */
    private final class Cards implements CockpitViewModel.Beyond {
        private static final String IN_DEMO = "The demo keeps no record of its runs.";

        @Override
        public void edit(JobSpec spec) {
            LaunchReading reading = LaunchDraft.of(spec);
            correct(reading.draft(), reading.problems());
        }

        @Override
        public void compare(RunId id) {
            past.ifPresentOrElse(
                    kept -> kept.compare(id, Optional.empty()), () -> notices.say(IN_DEMO));
        }

        @Override
        public void delete(RunId id) {
            past.ifPresentOrElse(kept -> kept.delete(id), () -> notices.say(IN_DEMO));
        }
    }
}
