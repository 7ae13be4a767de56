package dev.muster.gui.logs;

import dev.muster.agent.job.LevelReader;
import dev.muster.gui.logs.Viewport.Place;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Makes pages: finds the rows a viewport wants and decodes them. Lives on the reader's thread. */
final class Paginator {
    /** Bytes that may be looked at to find rows beyond the edges of the screen. */
    private static final long SPARE_BYTES = 1 << 20;

    private static final Columns HEAD = new Columns(0, LevelReader.READ_COLUMNS);

    private final Blocks blocks;
    private final RowWalk rows;
    private final Origins origins;
    private final Query query;

    /** {@code rows} are those that pass the query. */
    Paginator(Blocks blocks, RowWalk rows, Origins origins, Query query) {
        this.blocks = blocks;
        this.rows = rows;
        this.origins = origins;
        this.query = query;
    }

    /** The page for a viewport; an empty one when no row is left. */
    LogPage page(Viewport viewport, LineIndex index) throws IOException {
        if (rows.near(0).isEmpty()) return LogPage.empty(viewport).of(blocks.size());
        var screen = screen(viewport);
        long topRow = screen.topRow;
        int shown = screen.spans.size();
        boolean atStart = rows.before(screen.spans.getFirst()).isEmpty();
        boolean atEnd = rows.after(screen.spans.getLast()).isEmpty();
        spareBelow(screen.spans, viewport.rows());
        int above = spareAbove(screen.spans, viewport.rows());
        return new LogPage(
                viewport,
                decoded(screen.spans, viewport.columns(), index),
                topRow - above,
                topRow,
                shown,
                blocks.size(),
                atStart,
                atEnd);
    }

    /** The rows on the screen; the first is number {@code topRow}. */
    private record Screen(Deque<RowSpan> spans, long topRow) {}

    private Screen screen(Viewport viewport) throws IOException {
        var spans = new ArrayDeque<RowSpan>();
        long topRow =
                switch (viewport.place()) {
                    case Place.Tail _ -> {
                        spans.add(near(blocks.size() - 1));
                        yield 0;
                    }
                    case Place.From from -> {
                        var top = new Cursor(near(from.offset()), from.row());
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

    private RowSpan near(long offset) throws IOException {
        return rows.near(offset)
                .orElseThrow(() -> new IOException("the log has no rows (expected: some)"));
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
        var levels = new HashMap<Integer, LevelReader>();
        var numbers = new LineNumbers(index);
        var decoded = new ArrayList<LogRow>(spans.size());
        for (var span : spans) {
            var text = RowDecoder.decode(blocks, span, readFrom(columns));
            boolean hasHead = readFrom(columns).first() == 0;
            var head = hasHead ? text : RowDecoder.decode(blocks, span, HEAD);
            var stretch = origins.at(span.start());
            var level =
                    levels.computeIfAbsent(stretch.writer(), _ -> new LevelReader())
                            .next(head.plain());
            decoded.add(
                    new LogRow(span, stretch.origin(), numbers.of(span), level, text, marks(text)));
        }
        return decoded;
    }

    /** What is looked for may begin left of what is visible. */
    private Columns readFrom(Columns visible) {
        boolean near = query.find().isPresent() && visible.end() < LinePattern.READ;
        return near ? new Columns(0, (int) visible.end()) : visible;
    }

    private List<Columns> marks(RowText text) {
        return query.find().stream()
                .flatMap(it -> it.placesIn(text.plain()).stream())
                .map(text::cells)
                .toList();
    }

    /** The number of the line a row is, or is a piece of. */
    private OptionalLong numberOf(RowSpan span, LineIndex index) throws IOException {
        long block = span.start() / Blocks.SIZE;
        OptionalLong before = index.newlinesBefore(block);
        if (before.isEmpty()) return before;
        int within = blocks.newlines(block * Blocks.SIZE, span.start());
        return OptionalLong.of(before.getAsLong() + within + 1);
    }

    /** Deals line numbers to rows in order, with or without gaps. */
    private final class LineNumbers {
        private final LineIndex index;
        private OptionalLong number = OptionalLong.empty();
        private long at;

        LineNumbers(LineIndex index) {
            this.index = index;
        }

        OptionalLong of(RowSpan span) throws IOException {
            boolean near = number.isPresent() && span.start() - at < Blocks.SIZE;
            number =
                    near
                            ? OptionalLong.of(
                                    number.getAsLong() + blocks.newlines(at, span.start()))
                            : numberOf(span, index);
            at = span.start();
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
