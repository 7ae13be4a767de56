package dev.muster.gui.logs;

import dev.muster.agent.job.LineLevel;

import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;

import java.util.Optional;
import java.util.OptionalLong;

/** Draws rows. What it draws is bounded by the size of the canvas, whatever the log holds. */
final class LogPainter {
    private final GraphicsContext canvas;
    private final CellGrid grid;
    private final LogPalette palette;
    private final double width;
    private final double height;

    LogPainter(
            GraphicsContext canvas,
            CellGrid grid,
            LogPalette palette,
            double width,
            double height) {
        this.canvas = canvas;
        this.grid = grid;
        this.palette = palette;
        this.width = width;
        this.height = height;
    }

    /** Draws a page from row {@code top} on. */
    void paint(
            LogPage page,
            long top,
            int firstColumn,
            Optional<Selection> selection,
            OptionalLong current) {
        var gutters = LogGutter.of(grid, page);
        double gutter = gutters.width();
        int first = (int) (top - page.firstRow());
        int room = (int) Math.ceil(height / grid.rowHeight());
        var rows = page.rows().subList(first, Math.min(first + room, page.rows().size()));
        canvas.clearRect(0, 0, width, height);
        double y = 0;
        for (var row : rows) {
            boolean isCurrent = current.equals(OptionalLong.of(row.span().start()));
            if (isCurrent) paintCurrent(y);
            gutters.paint(canvas, palette, row, y);
            y += grid.rowHeight();
        }
        canvas.save();
        canvas.beginPath();
        canvas.rect(gutter, 0, Math.max(0, width - gutter), height);
        canvas.clip();
        double origin = gutter - firstColumn * grid.cellWidth();
        y = 0;
        for (var row : rows) {
            paintRow(row, selection, origin, y);
            y += grid.rowHeight();
        }
        canvas.restore();
    }

    private void paintRow(LogRow row, Optional<Selection> selection, double origin, double y) {
        for (var run : row.text().runs()) paintGround(run, row.level(), origin, y);
        for (var mark : row.marks()) paintBehind(mark, LogColor.HIT, origin, y);
        selection.ifPresent(it -> paintSelection(it.within(row.span().start()), origin, y));
        boolean isRule = row.origin() instanceof Origin.Rule;
        for (var run : row.text().runs()) {
            Color color =
                    isRule ? palette.color(LogColor.RULE) : palette.text(run.style(), row.level());
            paintText(run, color, origin, y);
        }
    }

    private void paintGround(TextRun run, LineLevel level, double origin, double y) {
        Color ground = palette.ground(run.style(), level);
        if (ground.equals(Color.TRANSPARENT)) return;
        canvas.setFill(ground);
        canvas.fillRect(
                x(run.column(), origin), y, run.columns() * grid.cellWidth(), grid.rowHeight());
    }

    /** A band across the row, and its edge in full colour, for those who tell no shades apart. */
    private void paintCurrent(double y) {
        canvas.setFill(palette.color(LogColor.CURRENT));
        canvas.fillRect(0, y, width, grid.rowHeight());
        canvas.setFill(palette.color(LogColor.WARNING));
        canvas.fillRect(0, y, 3, grid.rowHeight());
    }

    private void paintSelection(Columns marked, double origin, double y) {
        paintBehind(marked, LogColor.SELECTION, origin, y);
    }

    private void paintBehind(Columns marked, LogColor color, double origin, double y) {
        if (marked.count() == 0) return;
        double from = x(marked.first(), origin);
        double to = Math.min(width, x(marked.end(), origin));
        canvas.setFill(palette.color(color));
        canvas.fillRect(from, y, to - from, grid.rowHeight());
    }

    private void paintText(TextRun run, Color color, double origin, double y) {
        double x = x(run.column(), origin);
        canvas.setFill(color);
        if (run.isPicture()) {
            paintPicture(run.text(), x, y);
            return;
        }
        canvas.setFont(run.style().bold() ? grid.bold() : grid.font());
        canvas.fillText(run.text(), x, y + grid.baseline());
        if (run.style().underlined()) {
            double below = Math.round(y + grid.baseline()) + 1;
            canvas.fillRect(x, below, run.columns() * grid.cellWidth(), 1);
        }
    }

    /** Small print that is drawn larger, in the middle of its two cells. */
    private void paintPicture(String picture, double x, double y) {
        canvas.setFont(grid.pictures());
        double within = (Glyphs.PICTURE_CELLS * grid.cellWidth() - grid.pictureWidth()) / 2;
        canvas.fillText(picture, x + within, y + grid.pictureBaseline());
    }

    private double x(long column, double origin) {
        return origin + column * grid.cellWidth();
    }
}
