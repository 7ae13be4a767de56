package dev.muster.gui.keys;

import dev.muster.gui.fx.Action;
import dev.muster.gui.fx.KeyMap;
import dev.muster.gui.fx.Stylesheet;
import dev.muster.gui.fx.TakesFocus;

import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

import java.util.List;

/** All keys on one card: on the left what can be given another key, on the right what cannot. */
public final class KeyTable extends VBox implements TakesFocus {
    private record Row(String keys, String does) {}

    private record Part(String title, List<Row> rows) {}

    private static final List<Part> ELSEWHERE =
            List.of(
                    new Part(
                            "Everywhere",
                            List.of(
                                    new Row("↑ ↓ ← →", "Move in the list, the grid or the log"),
                                    new Row("Home End", "First or last; begin or end of the log"),
                                    new Row("Enter", "Do what a row offers, or lead to it"),
                                    new Row("Delete", "In the runs: detach a machine"),
                                    new Row("Esc", "Close what lies on top"))),
                    new Part(
                            "In a page",
                            List.of(
                                    new Row("/ Ctrl+F", "Find"),
                                    new Row("F", "Follow the end, or stay"),
                                    new Row("Ctrl+C", "Copy what is selected, or all"),
                                    new Row("Ctrl+S", "Save what is shown"))),
                    new Part(
                            "In the logs",
                            List.of(
                                    new Row("N F3", "Next hit; with Shift, the one before"),
                                    new Row("E", "Next error; with Shift, the one before"),
                                    new Row("A", "Log of all ranks, or of the selected"))),
                    new Part(
                            "In the stacks",
                            List.of(new Row("S", "Ask every rank; with Shift, the selected"))));

    private final Button close = new Button("Close");

    /** Of these actions with the keys they have now. */
    public KeyTable(List<Action> actions, KeyMap keys, Runnable onClose) {
        getStyleClass().addAll("card-over", "key-table");
        getStylesheets().add(Stylesheet.beside(KeyTable.class, "keys.css"));
        setAccessibleRole(AccessibleRole.DIALOG);
        setAccessibleText("Keys");
        var title = new Label("Keys");
        title.getStyleClass().add("over-title");
        var chosen = new VBox();
        chosen.getStyleClass().add("key-parts");
        for (String part : actions.stream().map(Action::part).distinct().toList()) {
            var rows =
                    actions.stream()
                            .filter(action -> action.part().equals(part))
                            .filter(action -> !keys.of(action).isEmpty())
                            .map(action -> new Row(keys.shown(action), action.words()))
                            .toList();
            chosen.getChildren().add(part(new Part(part, rows)));
        }
        var fixed = new VBox();
        fixed.getStyleClass().add("key-parts");
        ELSEWHERE.forEach(part -> fixed.getChildren().add(part(part)));
        var columns = new HBox(chosen, fixed);
        columns.getStyleClass().add("key-columns");
        var scroll = new ScrollPane(columns);
        scroll.setFitToWidth(true);
        scroll.setMinHeight(0);
        close.setId("keys-close");
        close.setOnAction(_ -> onClose.run());
        var buttons = new HBox(close);
        buttons.getStyleClass().add("question-buttons");
        getChildren().addAll(title, scroll, buttons);
    }

    private static Region part(Part part) {
        var title = new Label(part.title());
        title.getStyleClass().add("section-title");
        var grid = new GridPane();
        grid.getStyleClass().add("key-grid");
        part.rows().forEach(row -> add(grid, row));
        return new VBox(title, grid);
    }

    private static void add(GridPane grid, Row row) {
        var caps = new HBox();
        caps.getStyleClass().add("caps");
        for (String key : row.keys().split("(?<=[^+])\\+(?=.)| ", -1)) {
            var cap = new Label(key);
            cap.getStyleClass().add("kbd");
            cap.setMinWidth(USE_PREF_SIZE);
            caps.getChildren().add(cap);
        }
        var words = new Label(row.does());
        words.setWrapText(true);
        grid.addRow(grid.getRowCount(), caps, words);
    }

    @Override
    public void takeFocus() {
        close.requestFocus();
    }
}
