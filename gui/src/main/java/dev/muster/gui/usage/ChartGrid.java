package dev.muster.gui.usage;

import javafx.scene.Node;
import javafx.scene.layout.Pane;

/** Lays charts out in as many rows as there is height for, all of one size. */
final class ChartGrid extends Pane {
    private static final double LEAST_HEIGHT = 120;
    private static final double GAP = 6;
    private static final double SIDE = 14;

    ChartGrid() {
        getStyleClass().add("usage-grid");
        setMinSize(0, 0);
    }

    @Override
    protected void layoutChildren() {
        int count = getChildren().size();
        if (count == 0) return;
        int rows = getHeight() >= 2 * LEAST_HEIGHT ? 2 : 1;
        int columns = Math.ceilDiv(count, rows);
        double width = snapSizeX((getWidth() - 2 * SIDE - (columns - 1) * GAP) / columns);
        double height = snapSizeY((getHeight() - (rows - 1) * GAP) / rows);
        for (int place = 0; place < count; place++) {
            Node chart = getChildren().get(place);
            chart.resizeRelocate(
                    SIDE + place % columns * (width + GAP),
                    (double) (place / columns) * (height + GAP),
                    width,
                    height);
        }
    }
}
