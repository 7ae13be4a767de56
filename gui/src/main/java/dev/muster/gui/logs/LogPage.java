package dev.muster.gui.logs;

import java.util.List;

/**
 * The rows a viewport asked for, and some around them so that scrolling has something to draw until
 * the next page is here.
 *
 * @param rows without a gap
 * @param firstRow the number of the first of them, counted as the viewport's place does
 * @param topRow the number of the row at the top of the screen; may differ from the wanted one
 *     where the log begins or ends
 * @param shown how many rows from the top on are on the screen
 * @param size of the log when the page was made
 * @param atStart true when no row is above the screen
 * @param atEnd true when no row is below it
 */
record LogPage(
        Viewport viewport,
        List<LogRow> rows,
        long firstRow,
        long topRow,
        int shown,
        long size,
        boolean atStart,
        boolean atEnd) {
    LogPage {
        rows = List.copyOf(rows);
    }

    /** A page of nothing. */
    static LogPage empty(Viewport viewport) {
        return new LogPage(viewport, List.of(), 0, 0, 0, 0, true, true);
    }

    /** The same, of a log of that size. */
    LogPage of(long itsSize) {
        return new LogPage(viewport, rows, firstRow, topRow, shown, itsSize, atStart, atEnd);
    }

    /** Where the row at the top begins. */
    long topOffset() {
        return shown == 0 ? 0 : rows.get(topIndex()).span().start();
    }

    /** Where the last row on the screen ends. */
    long bottomOffset() {
        return shown == 0 ? 0 : rows.get(topIndex() + shown - 1).span().end();
    }

    /** The row of that number, or the one nearest to it. The page is not empty. */
    LogRow row(long number) {
        return rows.get(Math.clamp(number - firstRow, 0, rows.size() - 1));
    }

    /** The number of the last row that can be at the top without leaving room below. */
    long lastTop() {
        return firstRow + rows.size() - shown;
    }

    private int topIndex() {
        return (int) (topRow - firstRow);
    }
}
