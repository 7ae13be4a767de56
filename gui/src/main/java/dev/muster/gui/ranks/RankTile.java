package dev.muster.gui.ranks;

import dev.muster.gui.fx.Glyph;
import dev.muster.gui.fx.Mark;

import javafx.css.PseudoClass;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** One rank in the grid: a card, or a cell that leaves all but number and shape to its tooltip. */
final class RankTile extends VBox {
    private static final PseudoClass SELECTED = PseudoClass.getPseudoClass("selected");

    private final Glyph glyph;
    private final Label number = new Label();
    private final Label word = new Label();
    private final Label process = new Label();
    private final Label time = new Label();
    private final Tooltip tooltip = new Tooltip();
    private Mark mark;
    private RankCell shown;

    RankTile(RankCell cell, Density density) {
        shown = cell;
        mark = cell.mark();
        glyph = new Glyph(mark);
        getStyleClass().addAll("rank-tile", mark.styleClass());
        setAccessibleRole(AccessibleRole.BUTTON);
        number.getStyleClass().add("number");
        number.setMinWidth(Region.USE_PREF_SIZE);
        word.getStyleClass().addAll("word", mark.styleClass());
        process.getStyleClass().add("detail");
        time.getStyleClass().add("detail");
        if (density == Density.CARDS) {
            getStyleClass().add("rank-card");
            getChildren().addAll(row(number, glyph, spring(), word), row(process, spring(), time));
        } else {
            getStyleClass().add("rank-cell");
            getChildren().add(row(number, spring(), glyph));
        }
        Tooltip.install(this, tooltip);
        refresh();
    }

    RankCell cell() {
        return shown;
    }

    /** Brings the tile up to date; without news it is left alone. */
    void show(RankCell cell) {
        if (cell.equals(shown)) return;
        shown = cell;
        refresh();
    }

    private void refresh() {
        glyph.show(shown.mark());
        Glyph.recolour(this, mark, shown.mark());
        Glyph.recolour(word, mark, shown.mark());
        mark = shown.mark();
        number.setText(shown.rank().toString());
        word.setText(shown.word());
        process.setText(shown.usage().isEmpty() ? shown.process() : shown.usage());
        time.setText(shown.time());
        tooltip.setText(shown.spoken());
        setAccessibleText(shown.spoken());
    }

    void select(boolean selected) {
        pseudoClassStateChanged(SELECTED, selected);
    }

    private static HBox row(javafx.scene.Node... parts) {
        var row = new HBox(parts);
        row.getStyleClass().add("row");
        return row;
    }

    private static Region spring() {
        var spring = new Region();
        HBox.setHgrow(spring, Priority.ALWAYS);
        return spring;
    }
}
