package dev.muster.gui.stacks;

import dev.muster.gui.fx.RowCell;

import javafx.css.PseudoClass;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/** A line of the tree: as deep as branches lead there, with the chip of those who turned off. */
final class StackCell extends RowCell<StackRow> {
    private static final PseudoClass ODD = PseudoClass.getPseudoClass("odd");
    private static final PseudoClass OWN = PseudoClass.getPseudoClass("own");
    private static final PseudoClass TROUBLE = PseudoClass.getPseudoClass("trouble");
    private static final double STEP = 18;
    private static final int DEEPEST = 16;
    private static final int LONGEST_CHIP = 36;

    private final Region indent = new Region();
    private final Label chip = label("stack-chip");
    private final Label function = label("stack-function");
    private final Label place = label("stack-place");
    private final Label note = label("stack-note");
    private final Label words = label("stack-words");
    private final HBox row = new HBox(indent, chip, function, place, note, words);

    StackCell() {
        super(720);
        row.getStyleClass().add("stack-row");
        indent.getStyleClass().add("stack-indent");
        words.setMinWidth(0);
        place.setTextOverrun(OverrunStyle.LEADING_ELLIPSIS); // the end of a path says more
        place.setMinWidth(40);
    }

    private static Label label(String look) {
        var label = new Label();
        label.getStyleClass().add(look);
        label.setMinWidth(USE_PREF_SIZE);
        return label;
    }

    @Override
    protected void fill(StackRow item) {
        switch (item) {
            case StackRow.ThreadHead(var name, var said) -> fill(0, "", "", "", said, name);
            case StackRow.Call call ->
                    fill(
                            call.depth(),
                            call.ranks(),
                            call.function(),
                            call.place(),
                            call.note(),
                            "");
            case StackRow.Way way -> fill(0, way.ranks(), "", "", "", way.words());
        }
        dress(item);
        show(row, item.text().strip(), item.text().strip());
    }

    private void fill(
            int depth, String ranks, String called, String where, String said, String told) {
        double width = Math.max(0, STEP * Math.min(depth, DEEPEST) - row.getSpacing());
        indent.setMinWidth(width);
        indent.setMaxWidth(width);
        indent.setManaged(depth > 0);
        indent.setVisible(depth > 0);
        put(chip, cut(ranks));
        put(function, called);
        put(place, where);
        put(note, said);
        put(words, told);
    }

    private static String cut(String ranks) {
        return ranks.length() <= LONGEST_CHIP ? ranks : ranks.substring(0, LONGEST_CHIP) + "…";
    }

    private static void put(Label label, String text) {
        label.setText(text);
        label.setManaged(!text.isEmpty());
        label.setVisible(!text.isEmpty());
    }

    private void dress(StackRow item) {
        boolean head = item instanceof StackRow.ThreadHead;
        words.getStyleClass().setAll("label", head ? "stack-thread" : "stack-words");
        chip.pseudoClassStateChanged(ODD, item instanceof StackRow.Call call && call.odd());
        chip.pseudoClassStateChanged(TROUBLE, item instanceof StackRow.Way way && way.failed());
        function.pseudoClassStateChanged(OWN, item instanceof StackRow.Call call && call.own());
        if (head) words.toBack(); // its name comes before what is said of it
        else words.toFront();
    }
}
