package dev.muster.gui.runs;

import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.state.Standing;

import javafx.beans.value.ChangeListener;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

import org.jspecify.annotations.Nullable;

/** One run: shape, name, and the line that is true of it now. */
final class RunCell extends ListCell<RunItem> {
    private final Glyph glyph = new Glyph(Mark.EXPECTED);
    private final Label name = new Label();
    private final Label accepted = new Label();
    private final Label line = new Label();
    private final HBox row;
    private final ChangeListener<Standing> listener = (_, _, standing) -> show(standing);
    private @Nullable RunItem shown;

    RunCell() {
        name.getStyleClass().add("name");
        accepted.getStyleClass().add("line");
        accepted.setMinWidth(USE_PREF_SIZE);
        line.getStyleClass().add("line");
        var place = new StackPane(glyph);
        place.getStyleClass().add("glyph-place");
        var spring = new Region();
        HBox.setHgrow(spring, Priority.ALWAYS);
        var text = new VBox(new HBox(name, spring, accepted), line);
        text.getStyleClass().add("words");
        text.setMinWidth(0);
        HBox.setHgrow(text, Priority.ALWAYS);
        row = new HBox(place, text);
        row.getStyleClass().add("run-row");
        row.setMinWidth(0);
        row.setPrefWidth(0);
    }

    @Override
    protected void updateItem(@Nullable RunItem item, boolean empty) {
        super.updateItem(item, empty);
        if (shown != null) shown.standing().removeListener(listener);
        shown = item;
        if (item == null || empty) {
            setGraphic(null);
            setAccessibleText(null);
            return;
        }
        item.standing().addListener(listener);
        name.setText(item.name());
        accepted.setText(item.accepted());
        show(item.standing().get());
        setGraphic(row);
    }

    private void show(Standing standing) {
        glyph.show(standing.mark());
        line.setText(standing.words());
        if (shown != null) setAccessibleText(shown.spoken());
    }
}
