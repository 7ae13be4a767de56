package dev.muster.gui.stacks;

import dev.muster.agent.job.Rank;
import dev.muster.agent.session.AgentSession;
import dev.muster.gui.fx.Clipboards;
import dev.muster.gui.fx.ModalLayer;
import dev.muster.gui.fx.Question;
import dev.muster.gui.fx.Stylesheet;
import dev.muster.gui.stacks.StacksViewModel.Shape;
import dev.muster.gui.state.Counts;
import dev.muster.gui.state.RunFocus;
import dev.muster.gui.state.RunPage;

import javafx.application.Platform;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;

import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Where the ranks stand, and the buttons to ask them. FX thread. */
public final class StacksView extends BorderPane implements RunPage {
    private final StacksViewModel model;
    private final ModalLayer layer;
    private final Consumer<Rank> select;
    private final TextFile save;
    private final ListView<StackRow> list;
    private final Button askAll = new Button("Ask all ranks");
    private final Button askOne = new Button("Ask rank");
    private final ToggleButton merged = chip("merged", "All ranks as one tree, the odd ones first");
    private final ToggleButton alone = chip("rank", "The rank selected in the grid, alone");
    private final ToggleButton ownOnly = chip("own code", "Leave out the calls of libraries");
    private final ComboBox<Taking> history = new ComboBox<>();
    private final Button copy = tool("Copy", "Copy the lines that are selected, or all (Ctrl+C)");
    private final Button saveAs = tool("Save…", "Save everything that was told as a file (Ctrl+S)");
    private final Button end = new Button("End them for their last words…");
    private final SummaryBox summary = new SummaryBox(end);

    /**
     * @param select selects a rank in the grid
     * @param notices takes sentences that nobody need answer
     */
    public StacksView(
            AgentSession session,
            InstantSource clock,
            ModalLayer layer,
            Consumer<Rank> select,
            Consumer<String> notices) {
        model = new StacksViewModel(session, Platform::runLater, clock, ZoneId.systemDefault());
        this.layer = layer;
        this.select = select;
        save = new TextFile(this, notices);
        list = new ListView<>(model.rows());
        getStyleClass().add("stacks");
        getStylesheets().add(Stylesheet.beside(StacksView.class, "stacks.css"));
        assembleList();
        setTop(new VBox(tools(), summary));
        setCenter(new StackPane(list, message(), progress()));
        addEventHandler(KeyEvent.KEY_PRESSED, this::pressed);
        model.shape().subscribe(_ -> mark());
        model.rank().subscribe(_ -> mark());
        model.askable().subscribe(_ -> mark());
        model.shown().subscribe(_ -> mark());
        model.progress().subscribe(_ -> mark());
        model.summary().subscribe(summary::show);
        model.history().addListener((ListChangeListener<Taking>) _ -> mark());
    }

    private void assembleList() {
        list.setId("stacks");
        list.setCellFactory(_ -> new StackCell());
        list.setFixedCellSize(22);
        list.setAccessibleText("Where the ranks stand");
        list.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
        list.setOnMouseClicked(
                mouse -> {
                    if (mouse.getClickCount() == 2) open();
                });
    }

    private Region tools() {
        askAll.setId("stacks-all");
        askAll.getStyleClass().addAll("compact", "primary");
        askAll.setTooltip(new Tooltip("Ask every rank where it stands (S)"));
        askAll.setOnAction(_ -> model.askAll());
        askOne.setId("stacks-one");
        askOne.getStyleClass().add("compact");
        askOne.setTooltip(new Tooltip("Ask the rank selected in the grid (Shift+S)"));
        askOne.setOnAction(_ -> model.askSelected());
        merged.setId("stacks-merged");
        merged.setOnAction(_ -> turn(Shape.MERGED));
        alone.setId("stacks-alone");
        alone.setOnAction(_ -> turn(Shape.RANK));
        ownOnly.setId("stacks-own");
        ownOnly.setOnAction(_ -> model.ownOnly(ownOnly.isSelected()));
        history.setId("stacks-history");
        history.setAccessibleText("What was told before");
        history.setTooltip(new Tooltip("What was told before"));
        history.setConverter(new Labels());
        history.setOnAction(_ -> Optional.ofNullable(history.getValue()).ifPresent(model::look));
        copy.setOnAction(_ -> copy());
        saveAs.setOnAction(_ -> save());
        end.setId("stacks-end");
        end.getStyleClass().addAll("compact", "dangerous");
        end.setOnAction(_ -> askToEnd());
        for (Region button : List.of(askAll, askOne, history, end)) {
            button.setMinWidth(USE_PREF_SIZE);
        }
        var spring = new Region();
        HBox.setHgrow(spring, Priority.ALWAYS);
        var tools = new HBox(askAll, askOne, merged, alone, ownOnly, spring, history, copy, saveAs);
        tools.getStyleClass().add("page-tools");
        return tools;
    }

    private Label message() {
        var message = new Label();
        message.getStyleClass().addAll("muted", "page-message");
        message.setWrapText(true);
        message.textProperty().bind(model.message());
        message.visibleProperty().bind(model.message().isNotEmpty());
        return message;
    }

    private Region progress() {
        var bar = new ProgressBar();
        bar.setMaxWidth(160);
        var words = new Label();
        words.getStyleClass().add("muted");
        words.textProperty().bind(model.progress());
        var box = new VBox(bar, words);
        box.getStyleClass().add("stacks-progress");
        box.visibleProperty().bind(model.progress().isNotEmpty());
        bar.progressProperty()
                .bind(
                        javafx.beans.binding.Bindings.when(box.visibleProperty())
                                .then(ProgressBar.INDETERMINATE_PROGRESS)
                                .otherwise(0.0)); // an unseen bar must not keep the pulse going
        box.setMouseTransparent(true);
        box.setMaxSize(USE_PREF_SIZE, USE_PREF_SIZE);
        return box;
    }

    private static ToggleButton chip(String word, String hint) {
        var chip = new ToggleButton(word);
        chip.getStyleClass().add("chip");
        chip.setMinWidth(USE_PREF_SIZE);
        chip.setTooltip(new Tooltip(hint));
        return chip;
    }

    private static Button tool(String word, String hint) {
        var button = new Button(word);
        button.getStyleClass().add("compact");
        button.setMinWidth(USE_PREF_SIZE);
        button.setTooltip(new Tooltip(hint));
        return button;
    }

    private void turn(Shape shape) {
        model.turn(shape);
        mark();
    }

    private void mark() {
        boolean idle = !model.isAsking();
        Optional<Rank> rank = model.rank().get();
        askAll.setText("Ask all " + Counts.of(model.askable().get().size(), "rank"));
        askAll.setDisable(!idle || model.askable().get().isEmpty());
        askOne.setText(rank.map(who -> "Ask rank " + who).orElse("Ask rank"));
        askOne.setDisable(!idle || rank.filter(model.askable().get()::contains).isEmpty());
        merged.setSelected(model.shape().get() == Shape.MERGED);
        alone.setSelected(model.shape().get() == Shape.RANK);
        alone.setText(rank.map(who -> "rank " + who).orElse("rank"));
        boolean none = model.shown().get().isEmpty();
        copy.setDisable(none);
        saveAs.setDisable(none);
        history.setVisible(model.history().size() > 1);
        history.setManaged(model.history().size() > 1);
        if (!history.getItems().equals(model.history())) history.getItems().setAll(model.history());
        model.shown().get().ifPresent(history::setValue);
    }

    private void open() {
        Optional.ofNullable(list.getSelectionModel().getSelectedItem())
                .flatMap(StackRow::leadsTo)
                .ifPresent(
                        rank -> {
                            select.accept(rank);
                            turn(Shape.RANK);
                        });
    }

    private void askToEnd() {
        layer.showBelow(
                end,
                new Question(
                        "End who told nothing?",
                        "They get SIGABRT: Python prints where they stand, and they are gone. That"
                            + " fails this attempt; the group restarts if it has restarts left.",
                        "End them",
                        Question.Weight.DESTROYS,
                        model::end,
                        layer::close));
    }

    private void copy() {
        List<StackRow> chosen = List.copyOf(list.getSelectionModel().getSelectedItems());
        Clipboards.put(StackReport.lines(chosen.isEmpty() ? model.rows() : chosen));
    }

    private void save() {
        model.report().ifPresent(text -> save.offer("stacks.txt", text));
    }

    private void pressed(KeyEvent key) {
        if (key.isShortcutDown() && key.getCode() == KeyCode.C && list.isFocused()) {
            copy();
        } else if (key.isShortcutDown() && key.getCode() == KeyCode.S) {
            save();
        } else if (key.isShortcutDown() || key.isAltDown()) {
            return;
        } else if (key.getCode() == KeyCode.S && key.isShiftDown()) {
            model.askSelected();
        } else if (key.getCode() == KeyCode.S) {
            model.askAll();
        } else if (key.getCode() == KeyCode.ENTER && list.isFocused()) {
            open();
        } else {
            return;
        }
        key.consume();
    }

    @Override
    public Region node() {
        return this;
    }

    @Override
    public void show(RunFocus focus) {
        model.show(focus);
    }

    @Override
    public void hide() {
        // nothing is asked unless somebody wants to know
    }

    @Override
    public void takeFocus() {
        if (model.rows().isEmpty() && !askAll.isDisabled()) askAll.requestFocus();
        else list.requestFocus();
    }

    /** What the entries of the history are called. */
    private final class Labels extends StringConverter<Taking> {
        @Override
        public String toString(Taking taking) {
            return taking == null ? "" : model.words().label(taking);
        }

        @Override
        public Taking fromString(String text) {
            throw new UnsupportedOperationException("an entry is picked and not typed");
        }
    }
}
