package dev.muster.gui.ranks;

import java.util.OptionalInt;

/**
 * Where the cells of a heat map lie: as many columns as fit, in eights so that ranks are easy to
 * count, and cells as large as those columns allow. Lengths are pixels.
 */
record HeatGrid(double width, int cells) {
    static final double GAP = 2;
    static final double EDGE = 3;
    private static final double GUTTER = 36;
    private static final double LEAST_CELL = 15;
    private static final double MOST_CELL = 24;
    private static final int COLUMNS_STEP = 8;

    int columns() {
        int fit = (int) ((room() + GAP) / (LEAST_CELL + GAP));
        return Math.clamp(fit - fit % COLUMNS_STEP, COLUMNS_STEP, Math.max(COLUMNS_STEP, cells));
    }

    /** The length of a cell's side. */
    double cell() {
        return Math.clamp(Math.floor((room() + GAP) / columns()) - GAP, LEAST_CELL, MOST_CELL);
    }

    /** From one cell's edge to the next one's. */
    double pitch() {
        return cell() + GAP;
    }

    double height() {
        int rows = (cells + columns() - 1) / columns();
        return rows * pitch() - GAP + 2 * EDGE;
    }

    double x(int place) {
        return GUTTER + EDGE + place % columns() * pitch();
    }

    double y(int place) {
        return EDGE + (double) (place / columns()) * pitch();
    }

    /** The cell at that point, counting the gap below and behind it as its own. */
    OptionalInt at(double x, double y) {
        double column = Math.floor((x - GUTTER - EDGE) / pitch());
        double row = Math.floor((y - EDGE) / pitch());
        if (column < 0 || column >= columns() || row < 0) return OptionalInt.empty();
        int place = (int) (row * columns() + column);
        return place < cells ? OptionalInt.of(place) : OptionalInt.empty();
    }

    private double room() {
        return width - GUTTER - 2 * EDGE;
    }
}
