package dev.muster.gui.store;

import dev.muster.gui.fx.RowCell;

import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** A key in two lines: what it is for, then its name and what may be shown of its value. */
final class KeyCell extends RowCell<KeyRow> {
    private final Label kind = label("store-kind");
    private final Label meaning = label("store-meaning");
    private final Label size = label("store-size");
    private final Label name = label("store-name");
    private final Label preview = label("store-preview");
    private final VBox rows;

    KeyCell() {
        super(640);
        size.setMinWidth(USE_PREF_SIZE);
        kind.setMinWidth(USE_PREF_SIZE);
        preview.setMaxWidth(260);
        rows = new VBox(line(meaning, kind, size), line(name, preview));
        rows.getStyleClass().add("store-rows");
    }

    private static Label label(String look) {
        var label = new Label();
        label.getStyleClass().add(look);
        label.setMinWidth(0);
        return label;
    }

    private static HBox line(Label first, Label... others) {
        var spring = new Region();
        HBox.setHgrow(spring, Priority.ALWAYS);
        var line = new HBox(first, spring);
        line.getChildren().addAll(others);
        line.getStyleClass().add("store-line");
        return line;
    }

    @Override
    protected void fill(KeyRow row) {
        kind.setText(row.kind().word());
        meaning.setText(row.meaning());
        size.setText(row.size());
        name.setText(row.name());
        preview.setText(row.preview());
        show(
                rows,
                "%s\n%s, %s: %s".formatted(row.name(), row.meaning(), row.size(), row.preview()),
                row.text().replace("\t", ", "));
    }
}
