package dev.muster.gui.fx;

import javafx.scene.canvas.GraphicsContext;
import javafx.scene.shape.ArcType;

/**
 * Draws the shape of a state on a canvas, in the pen's colours. Running has none: it is the rule.
 */
public final class MarkPen {
    private static final double BOLD = 2.5;
    private static final double THIN = 1.2;

    private MarkPen() {}

    public static void draw(GraphicsContext pen, Mark mark, double x, double y, double size) {
        switch (mark) {
            case RUNNING, EXPECTED -> {
                // the square alone says it
            }
            case STARTING -> pen.fillArc(x, y, size, size, 0, 90, ArcType.ROUND);
            case SILENT -> diamond(pen, x, y, size);
            case STOPPING, STOPPED -> pen.fillRect(x, y, size / 2, size);
            case FAILED -> cross(pen, x, y, size, BOLD);
            case COLLATERAL -> cross(pen, x, y, size, THIN);
            case DONE -> tick(pen, x, y, size);
        }
    }

    private static void diamond(GraphicsContext pen, double x, double y, double size) {
        double half = size / 2;
        pen.fillPolygon(
                new double[] {x + half, x + size, x + half, x},
                new double[] {y, y + half, y + size, y + half},
                4);
    }

    private static void cross(GraphicsContext pen, double x, double y, double size, double width) {
        pen.setLineWidth(width);
        pen.strokeLine(x, y, x + size, y + size);
        pen.strokeLine(x, y + size, x + size, y);
        pen.setLineWidth(1);
    }

    private static void tick(GraphicsContext pen, double x, double y, double size) {
        pen.setLineWidth(THIN);
        pen.strokePolyline(
                new double[] {x, x + size * 0.4, x + size},
                new double[] {y + size * 0.55, y + size * 0.9, y + size * 0.1},
                3);
        pen.setLineWidth(1);
    }
}
