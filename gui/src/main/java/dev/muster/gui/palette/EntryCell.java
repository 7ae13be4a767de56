package dev.muster.gui.palette;

import dev.muster.gui.fx.RowCell;
import dev.muster.gui.palette.PaletteViewModel.Found;

import javafx.css.PseudoClass;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;

/** A name with the letters that were found in it, and why it cannot be picked or which key does. */
final class EntryCell extends RowCell<Found> {
    private static final PseudoClass IMPOSSIBLE = PseudoClass.getPseudoClass("impossible");
    private static final double WIDEST = 480;

    private final TextFlow name = new TextFlow();
    private final Label aside = new Label();
    private final HBox row = new HBox(name, aside);

    EntryCell() {
        super(WIDEST);
        row.getStyleClass().add("palette-row");
        name.getStyleClass().add("palette-name");
        name.setMinWidth(0);
        HBox.setHgrow(name, Priority.ALWAYS);
    }

    @Override
    protected void fill(Found found) {
        var entry = found.entry();
        name.getChildren().clear();
        for (int place = 0; place < entry.name().length(); ) {
            boolean hit = found.match().places().contains(place);
            int end = place + 1;
            while (end < entry.name().length() && found.match().places().contains(end) == hit)
                end++;
            name.getChildren().add(part(entry.name().substring(place, end), hit));
            place = end;
        }
        aside.setText(entry.hindrance().orElse(entry.aside()));
        boolean isKey = entry.asideIsKey() && entry.hindrance().isEmpty();
        aside.getStyleClass().setAll("label", isKey ? "kbd" : "palette-aside");
        aside.setVisible(!aside.getText().isEmpty());
        aside.setMinWidth(isKey ? USE_PREF_SIZE : 0);
        row.pseudoClassStateChanged(IMPOSSIBLE, !found.isPossible());
        show(
                row,
                entry.hindrance().map(why -> entry.name() + ": " + why).orElse(entry.name()),
                spoken(found));
    }

    private static Text part(String letters, boolean hit) {
        var text = new Text(letters);
        text.getStyleClass().add(hit ? "palette-hit" : "palette-text");
        return text;
    }

    static String spoken(Found found) {
        var entry = found.entry();
        String aside = entry.hindrance().map(why -> "not now: " + why).orElse(entry.aside());
        return aside.isEmpty() ? entry.name() : entry.name() + ", " + aside;
    }
}
