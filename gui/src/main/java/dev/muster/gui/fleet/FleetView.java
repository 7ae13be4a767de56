package dev.muster.gui.fleet;

import dev.muster.gui.fx.Stylesheet;

import javafx.application.Platform;
import javafx.collections.ListChangeListener;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.control.skin.VirtualFlow;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.stream.IntStream;

/** The list of all runs: arrow keys move through it, and what is selected is shown beside it. */
public final class FleetView extends VBox {
    private final FleetViewModel model;
    private final ListView<FleetRow> list;
    private final TextField text = new TextField();

    public FleetView(FleetViewModel model) {
        this.model = model;
        getStyleClass().add("fleet");
        getStylesheets().add(Stylesheet.beside(FleetView.class, "fleet.css"));
        list = new ListView<>(model.rows());
        list.setId("runs");
        list.setCellFactory(_ -> new FleetCell(model::act));
        list.setAccessibleText("Runs");
        list.setAccessibleRole(AccessibleRole.LIST_VIEW);
        list.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
        list.addEventFilter(MouseEvent.MOUSE_PRESSED, this::comparesByMouse);
        setVgrow(list, Priority.ALWAYS);
        getChildren().addAll(filter(), list);
        list.getSelectionModel().selectedItemProperty().addListener((_, _, row) -> chosen(row));
        model.selected().addListener((_, _, _) -> select());
        model.rows().addListener((ListChangeListener<FleetRow>) _ -> select());
        select();
    }

    private Node filter() {
        text.setId("fleet-filter");
        text.setPromptText("Filter runs");
        text.setAccessibleText("Filter runs");
        text.textProperty().bindBidirectional(model.text());
        text.setOnKeyPressed(
                key -> {
                    switch (key.getCode()) {
                        case ESCAPE -> {
                            if (text.getText().isEmpty()) return;
                            text.clear();
                            key.consume();
                        }
                        case DOWN, ENTER -> {
                            takeFocus();
                            key.consume();
                        }
                        default -> {
                            // is typed
                        }
                    }
                });
        HBox.setHgrow(text, Priority.ALWAYS);
        text.setMinWidth(0);
        var states = new ComboBox<StateFilter>();
        states.setId("fleet-states");
        states.getItems().setAll(StateFilter.values());
        states.valueProperty().bindBidirectional(model.states());
        states.setAccessibleText("Which runs are listed, by their state");
        states.setTooltip(new Tooltip("Which runs are listed, by their state"));
        var line = new HBox(text, states);
        line.getStyleClass().add("filter");
        return line;
    }

    /** Moves the keyboard to the list. */
    public void takeFocus() {
        list.requestFocus();
    }

    /** Moves the keyboard to the filter. */
    public void takeFilterFocus() {
        text.requestFocus();
        text.selectAll();
    }

    private void chosen(@Nullable FleetRow row) {
        switch (row) {
            case FleetRow.Run(var run) -> model.select(run.at());
            case FleetRow.Section section when !section.isStop() -> Platform.runLater(this::select);
            case FleetRow.Note note when !note.isStop() -> Platform.runLater(this::select);
            case null, default -> {
                // something can be done there, and the run that is looked at stays
            }
        }
    }

    /** Shows which run is looked at, unless somebody is at a row where something can be done. */
    private void select() {
        FleetRow at = list.getSelectionModel().getSelectedItem();
        boolean isElsewhere = at != null && !(at instanceof FleetRow.Run) && at.isStop();
        if (isElsewhere && model.rows().contains(at)) return;
        Optional<FleetRow> looked =
                model.rows().stream()
                        .filter(
                                row ->
                                        row instanceof FleetRow.Run(var run)
                                                && model.selected()
                                                        .get()
                                                        .equals(Optional.of(run.at())))
                        .findFirst();
        if (looked.isEmpty()) list.getSelectionModel().clearSelection();
        else if (at != looked.get()) {
            list.getSelectionModel().select(looked.get());
            reveal(model.rows().indexOf(looked.get()));
        }
    }

    private void pressed(KeyEvent key) {
        int rows = model.rows().size();
        int at = list.getSelectionModel().getSelectedIndex();
        switch (key.getCode()) {
            case UP -> moveTo(IntStream.range(0, Math.max(at, 0)).map(i -> at - 1 - i), key);
            case DOWN -> moveTo(IntStream.range(at + 1, rows), key);
            case HOME -> moveTo(IntStream.range(0, rows), key);
            case END -> moveTo(IntStream.range(0, rows).map(i -> rows - 1 - i), key);
            case ENTER -> act(Deed.DETACH, false, key);
            case DELETE -> delete(key);
            default -> {
                // the list knows better
            }
        }
    }

    private void moveTo(IntStream places, KeyEvent key) {
        key.consume();
        places.filter(place -> model.rows().get(place).isStop())
                .findFirst()
                .ifPresent(
                        place -> {
                            list.getSelectionModel().select(place);
                            list.getFocusModel().focus(place);
                            reveal(place);
                        });
    }

    /** Scrolls only as far as needed; the list's own way would bring the row to the top. */
    private void reveal(int place) {
        if (list.lookup(".virtual-flow") instanceof VirtualFlow<?> flow) flow.scrollTo(place);
    }

    /** Detaches a machine, or deletes a run. */
    private void delete(KeyEvent key) {
        if (list.getSelectionModel().getSelectedItem() instanceof FleetRow.Run(var run)) {
            key.consume();
            model.delete(run.at());
        } else {
            act(Deed.DETACH, true, key);
        }
    }

    /** A click with Ctrl holds a run beside the one that is looked at. */
    private void comparesByMouse(MouseEvent click) {
        if (!click.isShortcutDown()) return;
        click.consume();
        Node hit = click.getPickResult().getIntersectedNode();
        while (hit != null && !(hit instanceof FleetCell)) hit = hit.getParent();
        if (hit instanceof FleetCell cell && cell.getItem() instanceof FleetRow.Run(var run)) {
            model.compareWith(run.at());
        }
    }

    private void act(Deed deed, boolean wanted, KeyEvent key) {
        FleetRow row = list.getSelectionModel().getSelectedItem();
        if (row == null) return;
        row.acts().stream()
                .filter(act -> (act.deed() == deed) == wanted)
                .findFirst()
                .ifPresent(
                        act -> {
                            key.consume();
                            model.act(act);
                        });
    }
}
