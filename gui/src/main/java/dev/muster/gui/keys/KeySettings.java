package dev.muster.gui.keys;

import dev.muster.gui.fx.Action;
import dev.muster.gui.fx.KeyChords;
import dev.muster.gui.fx.KeyMap;
import dev.muster.gui.fx.Stylesheet;
import dev.muster.gui.fx.TakesFocus;

import javafx.beans.property.ObjectProperty;
import javafx.css.PseudoClass;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A row for each action: what it does, its key, and the way back to the usual one. FX thread. */
public final class KeySettings extends VBox implements TakesFocus {
    private static final PseudoClass WAITING = PseudoClass.getPseudoClass("waiting");

    private record Row(Button key, Button reset) {}

    private final KeySettingsViewModel model;
    private final Map<Action, Row> rows = new LinkedHashMap<>();
    private final Button close = new Button("Close");

    /** What is chosen holds at once; {@code onClose} takes this away. */
    public KeySettings(List<Action> actions, ObjectProperty<KeyMap> keys, Runnable onClose) {
        model = new KeySettingsViewModel(actions, keys);
        getStyleClass().addAll("card-over", "key-settings");
        getStylesheets().add(Stylesheet.beside(KeySettings.class, "keys.css"));
        setAccessibleRole(AccessibleRole.DIALOG);
        setAccessibleText("Keys of every action");
        var title = new Label("Choose keys");
        title.getStyleClass().add("over-title");
        var grid = new GridPane();
        grid.getStyleClass().add("key-grid");
        for (var action : actions) add(grid, action);
        var scroll = new ScrollPane(grid);
        scroll.setFitToWidth(true);
        scroll.setMinHeight(0);
        scroll.setFocusTraversable(false);
        VBox.setVgrow(scroll, Priority.ALWAYS);
        getChildren().addAll(title, scroll, message(), buttons(onClose));
        addEventFilter(KeyEvent.ANY, this::pressed);
        keys.subscribe(_ -> mark());
        model.waiting().subscribe(_ -> mark());
    }

    private void add(GridPane grid, Action action) {
        var words = new Label(action.words());
        words.setWrapText(true);
        GridPane.setHgrow(words, Priority.ALWAYS);
        words.setMaxWidth(Double.MAX_VALUE);
        var key = new Button();
        key.setId("key-" + action.id());
        key.getStyleClass().addAll("compact", "key-choice");
        key.setMinWidth(USE_PREF_SIZE);
        key.setTooltip(new Tooltip("Press Enter here, and then the new key"));
        key.setOnAction(_ -> model.choose(action));
        var none = icon(Feather.X, "No key for “%s”".formatted(action.words()));
        none.setOnAction(_ -> model.remove(action));
        var reset = icon(Feather.ROTATE_CCW, "The usual key for “%s”".formatted(action.words()));
        reset.setId("key-reset-" + action.id());
        reset.setOnAction(_ -> model.reset(action));
        rows.put(action, new Row(key, reset));
        grid.addRow(grid.getRowCount(), words, key, none, reset);
    }

    private static Button icon(Feather shape, String hint) {
        var button = new Button();
        button.setGraphic(new FontIcon(shape));
        button.getStyleClass().add("icon-only");
        button.setTooltip(new Tooltip(hint));
        button.setAccessibleText(hint);
        return button;
    }

    private Label message() {
        var message = new Label();
        message.setId("key-message");
        message.getStyleClass().add("key-message");
        message.setWrapText(true);
        message.setMinHeight(USE_PREF_SIZE);
        message.textProperty().bind(model.message());
        return message;
    }

    private HBox buttons(Runnable onClose) {
        var all = new Button("All usual keys");
        all.setId("key-reset-all");
        all.setOnAction(_ -> model.resetAll());
        close.setId("key-settings-close");
        close.setOnAction(_ -> onClose.run());
        var spring = new Region();
        HBox.setHgrow(spring, Priority.ALWAYS);
        var buttons = new HBox(all, spring, close);
        buttons.getStyleClass().add("question-buttons");
        return buttons;
    }

    private void mark() {
        rows.forEach(
                (action, row) -> {
                    boolean waits = model.waiting().get().filter(action::equals).isPresent();
                    String keys = words(action);
                    row.key().setText(waits ? "press a key…" : keys.isEmpty() ? "none" : keys);
                    row.key().pseudoClassStateChanged(WAITING, waits);
                    row.key()
                            .setAccessibleText(
                                    "%s: %s".formatted(action.words(), row.key().getText()));
                    row.reset().setDisable(model.isUsual(action));
                });
    }

    private String words(Action action) {
        return String.join(
                "  ", model.keys().get().of(action).stream().map(chord -> chord.words()).toList());
    }

    /** While a key is waited for, every key is that key. */
    private void pressed(KeyEvent event) {
        if (model.waiting().get().isEmpty()) return;
        event.consume();
        KeyChords.of(event).ifPresent(model::press);
    }

    @Override
    public void takeFocus() {
        rows.values().stream().findFirst().map(Row::key).orElse(close).requestFocus();
    }
}
