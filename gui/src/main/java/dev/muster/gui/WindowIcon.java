package dev.muster.gui;

import javafx.scene.SnapshotParameters;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.Image;
import javafx.scene.paint.Color;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The picture of the window in task bars: ranks standing in two rows, one of them in the accent.
 * Drawn, so that every size is sharp.
 */
final class WindowIcon {
    private static final Color GROUND = Color.web("#161b22");
    private static final Color RANK = Color.web("#3fb98a");
    private static final Color ACCENT = Color.web("#4493f8");

    private WindowIcon() {}

    /** In the sizes that desktops ask for. FX thread. */
    static List<Image> images() {
        return IntStream.of(16, 24, 32, 48, 64, 128).mapToObj(WindowIcon::image).toList();
    }

    private static Image image(int size) {
        var canvas = new Canvas(size, size);
        draw(canvas.getGraphicsContext2D(), size);
        var clear = new SnapshotParameters();
        clear.setFill(Color.TRANSPARENT);
        return canvas.snapshot(clear, null);
    }

    private static void draw(GraphicsContext pen, double size) {
        double unit = size / 16;
        pen.setFill(GROUND);
        pen.fillRoundRect(0, 0, size, size, 6 * unit, 6 * unit);
        for (int row = 0; row < 2; row++) {
            for (int column = 0; column < 3; column++) {
                boolean accent = row == 0 && column == 2;
                pen.setFill(accent ? ACCENT : RANK);
                pen.fillOval(
                        (2 + column * 4.25) * unit,
                        (3.5 + row * 5.25) * unit,
                        3.5 * unit,
                        3.5 * unit);
            }
        }
    }
}
