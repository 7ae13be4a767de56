package dev.muster.gui;

import dev.muster.gui.fx.TakesFocus;

import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All keys on one card. */
final class KeyTable extends VBox implements TakesFocus {
    private record Row(String keys, String does) {}

    private static final List<Row> ELSEWHERE =
            List.of(
                    new Row("↑ ↓ ← →", "Move in the list, the grid or the log"),
                    new Row("Home End", "First or last run or rank; begin or end of the log"),
                    new Row("Enter Delete", "In the runs: do what a row offers; detach a machine"),
                    new Row("/ F3 E", "Search the log; next hit; next error (Shift: before)"),
                    new Row("A", "Log of all ranks, or of the selected"),
                    new Row("?", "This table"),
                    new Row("Esc", "Close what lies on top"));

    private final Button close = new Button("Close");

    KeyTable(Runnable onClose) {
        getStyleClass().addAll("card-over", "key-table");
        setAccessibleRole(AccessibleRole.DIALOG);
        setAccessibleText("Keys");
        var title = new Label("Keys");
        title.getStyleClass().add("over-title");
        var grid = new GridPane();
        grid.getStyleClass().add("key-grid");
        for (var shortcut : Shortcut.values()) add(grid, shortcut.keys(), shortcut.does());
        add(grid, "Ctrl+1 … %d".formatted(DockTab.values().length), pages());
        for (var row : ELSEWHERE) add(grid, row.keys(), row.does());
        close.setId("keys-close");
        close.setOnAction(_ -> onClose.run());
        var buttons = new HBox(close);
        buttons.getStyleClass().add("question-buttons");
        getChildren().addAll(title, grid, buttons);
    }

    /** {@code Logs, Timeline, Failure}: one row, however many there are. */
    private static String pages() {
        return Stream.of(DockTab.values()).map(DockTab::word).collect(Collectors.joining(", "));
    }

    private static void add(GridPane grid, String keys, String does) {
        var caps = new HBox();
        caps.getStyleClass().add("caps");
        for (String key : keys.split("[+ ]")) {
            var cap = new Label(key);
            cap.getStyleClass().add("kbd");
            cap.setMinWidth(USE_PREF_SIZE);
            caps.getChildren().add(cap);
        }
        var words = new Label(does);
        words.setMinWidth(USE_PREF_SIZE);
        grid.addRow(grid.getRowCount(), caps, words);
    }

    @Override
    public void takeFocus() {
        close.requestFocus();
    }
}
