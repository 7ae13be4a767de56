package dev.muster.gui.ranks;

import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.layout.Pane;

/** Lays tiles of one size in rows, as many in a row as fit and as divide evenly. */
final class TileGrid extends Pane {
    private final double minTileWidth;
    private final double tileHeight;
    private final double gap;

    TileGrid(double minTileWidth, double tileHeight, double gap) {
        this.minTileWidth = minTileWidth;
        this.tileHeight = tileHeight;
        this.gap = gap;
    }

    double rowPitch() {
        return tileHeight + gap;
    }

    /** How many tiles stand in a row now. */
    int columns() {
        return columns(getChildren().size(), contentWidth(getWidth()), minTileWidth, gap);
    }

    /**
     * As many columns as fit; a few less when that makes all rows equally long.
     *
     * @param width what the tiles and the gaps between them may take
     */
    static int columns(int tiles, double width, double minTileWidth, double gap) {
        int fit = Math.clamp((int) ((width + gap) / (minTileWidth + gap)), 1, Math.max(1, tiles));
        for (int columns = fit; columns > fit / 2; columns--) {
            if (tiles % columns == 0) return columns;
        }
        return fit;
    }

    @Override
    public Orientation getContentBias() {
        return Orientation.HORIZONTAL;
    }

    @Override
    protected double computePrefHeight(double width) {
        int tiles = getChildren().size();
        if (tiles == 0) return 0;
        double inside = contentWidth(width < 0 ? getWidth() : width);
        int columns = columns(tiles, inside, minTileWidth, gap);
        int rows = (tiles + columns - 1) / columns;
        return rows * (tileHeight + gap) - gap + getInsets().getTop() + getInsets().getBottom();
    }

    @Override
    protected double computeMinWidth(double height) {
        return minTileWidth + getInsets().getLeft() + getInsets().getRight();
    }

    @Override
    protected double computePrefWidth(double height) {
        return computeMinWidth(height);
    }

    @Override
    protected void layoutChildren() {
        int columns = columns();
        double width = (contentWidth(getWidth()) - (columns - 1) * gap) / columns;
        int place = 0;
        for (Node tile : getManagedChildren()) {
            double x = getInsets().getLeft() + place % columns * (width + gap);
            double y = getInsets().getTop() + (double) (place / columns) * (tileHeight + gap);
            double left = snapPositionX(x);
            tile.resizeRelocate(left, y, snapPositionX(x + width) - left, tileHeight);
            place++;
        }
    }

    private double contentWidth(double width) {
        return Math.max(0, width - getInsets().getLeft() - getInsets().getRight());
    }
}
