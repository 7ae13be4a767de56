package dev.muster.gui.logs;

import dev.muster.agent.job.LogStream;

import javafx.scene.canvas.GraphicsContext;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * What stands left of the rows: their numbers in one file; in several, when each was printed and by
 * whom. FX thread.
 *
 * @param merged whether rows come from several files
 * @param digits of the highest number, or rank
 */
record LogGutter(CellGrid grid, boolean merged, int digits) {
    /** Pixels kept free at the very left. */
    private static final double EDGE = 14;

    private static final int LEAST_NUMBER = 5;

    /** Cells of {@code 12:04:31.120} and of the sign before it that says it is an estimate. */
    private static final int TIME_CELLS = 13;

    /** Cells of {@code err}, and of one before and two behind it. */
    private static final int STREAM_CELLS = 6;

    private static final int MARK_CELLS = 3;
    private static final String FOLD_MARK = "\u240D";
    private static final ZoneId ZONE = ZoneId.systemDefault();
    private static final DateTimeFormatter EXACT =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZONE);
    private static final DateTimeFormatter ABOUT =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZONE);

    static LogGutter of(CellGrid grid, LogPage page) {
        boolean merged =
                page.rows().stream().anyMatch(row -> !(row.origin() instanceof Origin.Unsaid));
        long highest = page.rows().stream().mapToLong(LogGutter::number).max().orElse(0);
        int digits = Long.toString(highest).length();
        return new LogGutter(grid, merged, merged ? digits : Math.max(LEAST_NUMBER, digits));
    }

    private static long number(LogRow row) {
        return switch (row.origin()) {
            case Origin.Unsaid _ -> row.number().orElse(0);
            case Origin.Printed(var rank, _, _, _) -> rank.value();
            case Origin.Rule _ -> 0;
        };
    }

    double width() {
        int cells = merged ? TIME_CELLS + 2 + digits + STREAM_CELLS : digits + MARK_CELLS;
        return EDGE + cells * grid.cellWidth();
    }

    /** Draws what stands before a row. */
    void paint(GraphicsContext canvas, LogPalette palette, LogRow row, double y) {
        canvas.setFont(grid.font());
        canvas.setFill(palette.color(LogColor.GUTTER));
        double line = y + grid.baseline();
        switch (row.origin()) {
            case Origin.Unsaid _ ->
                    row.number().ifPresent(number -> paintNumber(canvas, number, line));
            case Origin.Rule(var at) -> canvas.fillText(time(at, true), EDGE, line);
            case Origin.Printed printed -> paint(canvas, palette, printed, line);
        }
        if (row.span().folded()) paintFold(canvas, palette, y);
    }

    private void paintNumber(GraphicsContext canvas, long number, double line) {
        String words = Long.toString(number);
        double x = width() - (words.length() + MARK_CELLS) * grid.cellWidth();
        canvas.fillText(words, x, line);
    }

    private void paint(
            GraphicsContext canvas, LogPalette palette, Origin.Printed printed, double line) {
        canvas.fillText(time(printed.at(), printed.exact()), EDGE, line);
        double x = EDGE + (TIME_CELLS + 1) * grid.cellWidth();
        canvas.setFill(palette.color(LogColor.RANK));
        canvas.fillText("r" + printed.rank(), x, line);
        if (printed.stream() == LogStream.STDOUT) return;
        canvas.setFill(palette.color(LogColor.GUTTER));
        canvas.fillText("err", x + (digits + 2) * grid.cellWidth(), line);
    }

    /** When, with a sign before it where that is an estimate. */
    static String time(Instant at, boolean exact) {
        return exact ? " " + EXACT.format(at) : "~" + ABOUT.format(at);
    }

    private void paintFold(GraphicsContext canvas, LogPalette palette, double y) {
        double x = width() - (Glyphs.PICTURE_CELLS + 0.25) * grid.cellWidth();
        canvas.setFill(palette.color(LogColor.CONTROL));
        canvas.setFont(grid.pictures());
        double within = (Glyphs.PICTURE_CELLS * grid.cellWidth() - grid.pictureWidth()) / 2;
        canvas.fillText(FOLD_MARK, x + within, y + grid.pictureBaseline());
    }
}
