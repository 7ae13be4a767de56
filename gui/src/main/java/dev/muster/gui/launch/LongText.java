package dev.muster.gui.launch;

import javafx.scene.TraversalDirection;
import javafx.scene.control.TextArea;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.text.Text;

/**
 * A text that grows with its lines, up to a few, and in which Tab goes to the next field as
 * everywhere else in a form.
 */
final class LongText extends TextArea {
    private static final int MOST_ROWS = 4;

    /** Frame and padding beside the text, as {@code launch.css} has them, and a caret's width. */
    private static final double BESIDE_TEXT = 26;

    private final int leastRows;

    LongText(int leastRows) {
        this.leastRows = leastRows;
        setWrapText(true);
        setPrefRowCount(leastRows);
        getStyleClass().addAll("long-text", "mono");
        addEventFilter(KeyEvent.KEY_PRESSED, this::traverse);
        textProperty().subscribe(_ -> fit());
        widthProperty().subscribe(_ -> fit());
        fontProperty().subscribe(_ -> fit());
    }

    private void fit() {
        if (getWidth() <= BESIDE_TEXT) return;
        double oneLine = height("x");
        long rows = Math.round(height(getText() == null ? "" : getText()) / oneLine);
        setPrefRowCount(Math.clamp(rows, leastRows, MOST_ROWS));
    }

    private double height(String text) {
        var measured = new Text(text);
        measured.setFont(getFont());
        measured.setWrappingWidth(getWidth() - BESIDE_TEXT);
        return measured.getLayoutBounds().getHeight();
    }

    private void traverse(KeyEvent key) {
        if (key.getCode() != KeyCode.TAB || key.isControlDown()) return;
        key.consume();
        requestFocusTraversal(
                key.isShiftDown() ? TraversalDirection.PREVIOUS : TraversalDirection.NEXT);
    }
}
