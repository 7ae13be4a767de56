package dev.muster.gui.logs;

import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.Text;

/**
 * Where cells lie on the canvas: rows of one height, columns of one width, and a gutter before
 * them. In pixels.
 *
 * @param baseline of the text, below the top of its row
 */
record CellGrid(Font font, Font bold, double rowHeight, double cellWidth, double baseline) {
    private static final double ROW_PER_FONT_SIZE = 20.0 / 12.0;
    private static final String SAMPLE = "0".repeat(100);

    /** The grid of a typeface whose characters all have one width. */
    static CellGrid of(Font font) {
        var sample = new Text(SAMPLE);
        sample.setFont(font);
        var bounds = sample.getLayoutBounds();
        double rowHeight = Math.round(font.getSize() * ROW_PER_FONT_SIZE);
        double baseline =
                Math.round((rowHeight - bounds.getHeight()) / 2 + sample.getBaselineOffset());
        var bold = Font.font(font.getFamily(), FontWeight.BOLD, font.getSize());
        return new CellGrid(font, bold, rowHeight, bounds.getWidth() / SAMPLE.length(), baseline);
    }

    /** How many whole rows a height holds, at least one. */
    int rows(double height) {
        return (int) Math.max(1, Math.floor(height / rowHeight));
    }

    /** How many columns can be seen in a width, a cut one included. */
    int columns(double width) {
        return (int) Math.max(1, Math.ceil(width / cellWidth));
    }
}
