package dev.muster.gui.logs;

import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.Text;

/**
 * Where cells lie on the canvas: rows of one height, columns of one width, and a gutter before
 * them. In pixels.
 *
 * @param pictures the typeface larger, for the small print that stands for control characters
 * @param baseline of the text, below the top of its row
 */
record CellGrid(
        Font font, Font bold, Font pictures, double rowHeight, double cellWidth, double baseline) {
    private static final double ROW_PER_FONT_SIZE = 20.0 / 12.0;
    private static final double PICTURES_PER_FONT_SIZE = 1.5;
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
        var pictures = Font.font(font.getFamily(), font.getSize() * PICTURES_PER_FONT_SIZE);
        double cellWidth = bounds.getWidth() / SAMPLE.length();
        return new CellGrid(font, bold, pictures, rowHeight, cellWidth, baseline);
    }

    /** How many whole rows a height holds, at least one. */
    int rows(double height) {
        return (int) Math.max(1, Math.floor(height / rowHeight));
    }

    /** How many columns can be seen in a width, a cut one included. */
    int columns(double width) {
        return (int) Math.max(1, Math.ceil(width / cellWidth));
    }

    double pictureWidth() {
        return cellWidth * PICTURES_PER_FONT_SIZE;
    }

    /** Where pictures stand so that they are in the middle of the row, as their row is larger. */
    double pictureBaseline() {
        return Math.round(baseline + font.getSize() / 6);
    }
}
