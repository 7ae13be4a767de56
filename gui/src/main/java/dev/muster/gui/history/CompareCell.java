package dev.muster.gui.history;

import dev.muster.gui.fx.RowCell;

import javafx.css.PseudoClass;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/** One line of a comparison: what it is about, and what it was in either run. */
final class CompareCell extends RowCell<CompareRow> {
    private static final PseudoClass DIFFERS = PseudoClass.getPseudoClass("differs");

    private static final double WIDEST = 640;

    /** About half of what the card leaves; the height of a row follows from it. */
    private static final double VALUE_WIDTH = 260;

    private final Label name = label("compare-name");
    private final Label left = label("compare-value");
    private final Label right = label("compare-value");
    private final Label words = label("compare-words");
    private final HBox line = new HBox(name, left, right);

    CompareCell() {
        super(WIDEST);
        line.getStyleClass().add("compare-line");
        for (Label value : new Label[] {left, right}) {
            value.setPrefWidth(VALUE_WIDTH);
            value.setMaxWidth(Double.MAX_VALUE);
            HBox.setHgrow(value, Priority.ALWAYS);
        }
    }

    private static Label label(String look) {
        var label = new Label();
        label.getStyleClass().add(look);
        label.setWrapText(true);
        return label;
    }

    @Override
    protected void fill(CompareRow row) {
        boolean differs = row instanceof CompareRow.Pair pair && pair.differs();
        pseudoClassStateChanged(DIFFERS, differs);
        switch (row) {
            case CompareRow.Heading(var heading) -> say(row, heading, "section-title");
            case CompareRow.Note(var note) -> say(row, note, "muted");
            case CompareRow.Pair(var about, var one, var another, _) -> {
                name.setText(about);
                left.setText(one);
                right.setText(another);
                show(line, row.spoken(), row.spoken());
            }
        }
    }

    private void say(CompareRow row, String text, String look) {
        words.setText(text);
        words.getStyleClass().setAll("label", look);
        show(words, text, row.spoken());
    }
}
