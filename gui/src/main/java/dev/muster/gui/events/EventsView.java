package dev.muster.gui.events;

import dev.muster.agent.session.AgentSession;
import dev.muster.gui.fx.Clipboards;
import dev.muster.gui.fx.Stylesheet;
import dev.muster.gui.state.EventFeed;
import dev.muster.gui.state.RunFocus;
import dev.muster.gui.state.RunPage;
import dev.muster.gui.state.RunPlaces;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TextField;
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

import java.time.ZoneId;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The run's events as a list that can be filtered, and that stays at its end until it is moved. */
public final class EventsView extends BorderPane implements RunPage {
    /** With less room, the filters have a row of their own. */
    private static final double WIDE = 880;

    private static final double LEAST_FIND = 130;

    private final EventsViewModel model;
    private final EventFeed feed;
    private final ListView<EventRow> list;
    private final TextField find = new TextField();
    private final Map<EventKind, ToggleButton> kinds = new EnumMap<>(EventKind.class);
    private final ToggleButton rank = new ToggleButton();
    private final ListFollow follow;

    public EventsView(AgentSession session, RunPlaces places) {
        model = new EventsViewModel(ZoneId.systemDefault(), places);
        feed = new EventFeed(session, model);
        list = new ListView<>(model.rows());
        follow = new ListFollow(list);
        getStyleClass().add("events");
        getStylesheets().add(Stylesheet.beside(EventsView.class, "events.css"));
        assembleList();
        setTop(tools());
        var message = new Label();
        message.getStyleClass().add("muted");
        message.setWrapText(true);
        message.textProperty().bind(model.message());
        message.visibleProperty().bind(model.message().isNotEmpty());
        setCenter(new StackPane(list, message, follow.pill()));
        addEventFilter(KeyEvent.KEY_PRESSED, this::pressed); // the list keeps Enter to itself
        addEventHandler(KeyEvent.KEY_TYPED, this::typed);
        model.kinds().subscribe(_ -> markKinds());
        model.rank().subscribe(this::nameRank);
    }

    private void assembleList() {
        list.setId("events");
        list.setCellFactory(_ -> new EventCell());
        list.setFixedCellSize(24);
        list.setAccessibleText("Events of the run");
        list.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
        list.setOnMouseClicked(
                mouse -> {
                    if (mouse.getClickCount() == 2) open();
                });
    }

    private Region tools() {
        find.setId("events-find");
        find.setPromptText("Find in events   /");
        find.setAccessibleText("Find in events");
        find.setPrefColumnCount(18);
        find.setMinWidth(LEAST_FIND);
        find.textProperty().addListener((_, _, words) -> model.find(words));
        var spring = new Region();
        HBox.setHgrow(spring, Priority.ALWAYS);
        var count = new Label();
        count.getStyleClass().addAll("muted", "small");
        count.textProperty().bind(model.count());
        var copy = new Button("Copy");
        copy.setId("events-copy");
        copy.getStyleClass().add("compact");
        copy.setMinWidth(USE_PREF_SIZE);
        copy.setTooltip(new Tooltip("Copy what is selected, or all that is shown (Ctrl+C)"));
        copy.setOnAction(_ -> copy());
        var chips = chips();
        var first = row();
        var second = row();
        widthProperty()
                .map(width -> width.doubleValue() >= WIDE)
                .subscribe(
                        wide -> {
                            second.getChildren().clear();
                            first.getChildren().setAll(find, spring, count, copy, follow.button());
                            if (wide) first.getChildren().add(1, chips);
                            else second.getChildren().add(chips);
                            second.setVisible(!wide);
                            second.setManaged(!wide);
                        });
        return new VBox(first, second);
    }

    private static HBox row() {
        var row = new HBox();
        row.getStyleClass().add("page-tools");
        return row;
    }

    private HBox chips() {
        var chips = new HBox();
        chips.getStyleClass().add("event-chips");
        for (var kind : EventKind.values()) {
            var chip = chip(kind.word(), "Only these, and others that are picked");
            chip.setId("events-" + kind.word());
            chip.setOnAction(_ -> model.toggle(kind));
            kinds.put(kind, chip);
            chips.getChildren().add(chip);
        }
        rank.setId("events-rank");
        rank.getStyleClass().add("chip");
        rank.setMinWidth(USE_PREF_SIZE);
        rank.setTooltip(new Tooltip("Only what is about the rank selected in the grid"));
        rank.setOnAction(_ -> model.ofRankOnly(rank.isSelected()));
        chips.getChildren().add(rank);
        return chips;
    }

    private static ToggleButton chip(String word, String hint) {
        var chip = new ToggleButton(word);
        chip.getStyleClass().add("chip");
        chip.setMinWidth(USE_PREF_SIZE);
        chip.setTooltip(new Tooltip(hint));
        return chip;
    }

    private void markKinds() {
        kinds.forEach((kind, chip) -> chip.setSelected(model.kinds().get().contains(kind)));
    }

    private void nameRank(Optional<dev.muster.agent.job.Rank> selected) {
        rank.setText(selected.map(who -> "rank " + who).orElse("rank"));
        rank.setDisable(selected.isEmpty());
        rank.setSelected(model.isOfRankOnly());
    }

    private void open() {
        Optional.ofNullable(list.getSelectionModel().getSelectedItem()).ifPresent(model::open);
    }

    private void copy() {
        List<EventRow> chosen = List.copyOf(list.getSelectionModel().getSelectedItems());
        Clipboards.put(EventsViewModel.text(chosen.isEmpty() ? model.rows() : chosen));
    }

    private void pressed(KeyEvent key) {
        boolean inList = list.isFocused();
        if (key.isShortcutDown() && key.getCode() == KeyCode.F) {
            find.requestFocus();
        } else if (key.isShortcutDown() && key.getCode() == KeyCode.C && inList) {
            copy();
        } else if (key.getCode() == KeyCode.ENTER && inList) {
            open();
        } else if (key.getCode() == KeyCode.F && inList) {
            follow.toggle();
        } else if (key.getCode() == KeyCode.ESCAPE && find.isFocused()) {
            find.clear();
            list.requestFocus();
        } else {
            return;
        }
        key.consume();
    }

    private void typed(KeyEvent key) {
        if (find.isFocused() || !key.getCharacter().equals("/")) return;
        key.consume();
        find.requestFocus();
    }

    @Override
    public Region node() {
        return this;
    }

    @Override
    public void show(RunFocus focus) {
        feed.follow(focus.run().run());
        model.show(focus.run().seq(), focus.rank());
    }

    @Override
    public void hide() {
        feed.stop();
    }

    @Override
    public void takeFocus() {
        list.requestFocus();
    }
}
