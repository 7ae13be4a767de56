package dev.muster.gui.logs;

import dev.muster.agent.job.LevelReader;
import dev.muster.gui.logs.Viewport.Place;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Makes pages: finds the rows a viewport wants and decodes them. Lives on the reader's thread. */
final class Paginator {
    /** Bytes that may be looked at to find rows beyond the edges of the screen. */
    private static final long SPARE_BYTES = 1 << 20;

    private static final Columns HEAD = new Columns(0, LevelReader.READ_COLUMNS);

    private final Blocks blocks;
    private final Rows rows;

    Paginator(Blocks blocks, Rows rows) {
        this.blocks = blocks;
        this.rows = rows;
    }

    /** The page for a viewport of a log that is not empty. */
    LogPage page(Viewport viewport, LineIndex index) throws IOException {
        var screen = screen(viewport);
        long topRow = screen.topRow;
        int shown = screen.spans.size();
        spareBelow(screen.spans, viewport.rows());
        int above = spareAbove(screen.spans, viewport.rows());
        return new LogPage(
                viewport,
                decoded(screen.spans, viewport.columns(), index),
                topRow - above,
                topRow,
                shown,
                blocks.size());
    }

    /** The rows on the screen; the first is number {@code topRow}. */
    private record Screen(Deque<RowSpan> spans, long topRow) {}

    private Screen screen(Viewport viewport) throws IOException {
        var spans = new ArrayDeque<RowSpan>();
        long topRow =
                switch (viewport.place()) {
                    case Place.Tail _ -> {
                        spans.add(rows.around(blocks.size() - 1));
                        yield 0;
                    }
                    case Place.From from -> {
                        long offset = Math.clamp(from.offset(), 0, blocks.size() - 1);
                        var top = new Cursor(rows.around(offset), from.row());
                        top.moveTo(from.wanted());
                        spans.add(top.span);
                        yield top.row;
                    }
                };
        while (spans.size() < viewport.rows()) {
            var next = rows.after(spans.getLast());
            if (next.isEmpty()) break;
            spans.addLast(next.get());
        }
        int pulledDown = fillAbove(spans, viewport.rows());
        return new Screen(spans, topRow - pulledDown);
    }

    private int fillAbove(Deque<RowSpan> spans, int wanted) throws IOException {
        int added = 0;
        while (spans.size() < wanted) {
            var before = rows.before(spans.getFirst());
            if (before.isEmpty()) break;
            spans.addFirst(before.get());
            added++;
        }
        return added;
    }

    private void spareBelow(Deque<RowSpan> spans, int wanted) throws IOException {
        long limit = spans.getLast().end() + SPARE_BYTES;
        for (int i = 0; i < wanted && spans.getLast().end() < limit; i++) {
            var next = rows.after(spans.getLast());
            if (next.isEmpty()) return;
            spans.addLast(next.get());
        }
    }

    private int spareAbove(Deque<RowSpan> spans, int wanted) throws IOException {
        long limit = spans.getFirst().start() - SPARE_BYTES;
        int added = 0;
        while (added < wanted && spans.getFirst().start() > limit) {
            var before = rows.before(spans.getFirst());
            if (before.isEmpty()) break;
            spans.addFirst(before.get());
            added++;
        }
        return added;
    }

    private List<LogRow> decoded(Deque<RowSpan> spans, Columns columns, LineIndex index)
            throws IOException {
        var levels = new LevelReader();
        var numbers = new LineNumbers(numberOf(spans.getFirst(), index));
        var decoded = new ArrayList<LogRow>(spans.size());
        for (var span : spans) {
            var text = RowDecoder.decode(blocks, span, columns);
            var head = columns.first() == 0 ? text : RowDecoder.decode(blocks, span, HEAD);
            decoded.add(new LogRow(span, numbers.next(span), levels.next(head.plain()), text));
        }
        return decoded;
    }

    /** The number of the line a row is, or is a piece of. */
    private OptionalLong numberOf(RowSpan span, LineIndex index) throws IOException {
        long block = span.start() / Blocks.SIZE;
        OptionalLong before = index.newlinesBefore(block);
        if (before.isEmpty()) return before;
        int within = blocks.newlines(block * Blocks.SIZE, span.start());
        return OptionalLong.of(before.getAsLong() + within + 1);
    }

    /** Deals line numbers to rows in order. */
    private static final class LineNumbers {
        private OptionalLong number;
        private boolean first = true;

        LineNumbers(OptionalLong number) {
            this.number = number;
        }

        OptionalLong next(RowSpan span) {
            if (number.isEmpty()) return number;
            if (!first && span.beginsLine()) number = OptionalLong.of(number.getAsLong() + 1);
            first = false;
            return span.beginsLine() ? number : OptionalLong.empty();
        }
    }

    /** A row and its number, moved along the log until it ends. */
    private final class Cursor {
        private RowSpan span;
        private long row;

        Cursor(RowSpan span, long row) {
            this.span = span;
            this.row = row;
        }

        void moveTo(long wanted) throws IOException {
            while (row != wanted) {
                boolean down = row < wanted;
                Optional<RowSpan> next = down ? rows.after(span) : rows.before(span);
                if (next.isEmpty()) return;
                span = next.get();
                row += down ? 1 : -1;
            }
        }
    }
}
