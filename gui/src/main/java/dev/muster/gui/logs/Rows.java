package dev.muster.gui.logs;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Finds rows in bytes, from any place in either direction, without an index.
 *
 * <p>A row ends behind a newline. So that no search is ever longer than a bounded number of bytes,
 * a row also ends at every offset {@code k * PIECE} that has no newline in the whole {@code PIECE}
 * before it. That rule looks at nothing but the bytes just before the place, so a search from
 * either side finds the same rows, and appending never moves a row that was there. A line shorter
 * than {@code PIECE} is never cut, one of {@code 2 * PIECE} always is.
 */
final class Rows implements RowWalk {
    /** What a search may have to look at, at most twice. */
    static final long PIECE = 1 << 22;

    private static final int KEPT = 1024;

    private final Blocks blocks;
    private final Map<Long, RowSpan> byStart = new Recent<>(KEPT);
    private final Map<Long, RowSpan> byEnd = new Recent<>(KEPT);
    private Open open = new Open(0, 0);

    /** The row that was last found without an end, and how far it was searched for one. */
    private record Open(long start, long searchedTo) {}

    Rows(Blocks blocks) {
        this.blocks = blocks;
    }

    /** Forgets rows that reach behind an offset; for when what stood there was not firm. */
    void forgetBehind(long firm) {
        if (open.searchedTo > firm) open = new Open(0, 0);
        byStart.values().removeIf(row -> row.end() > firm);
        byEnd.values().removeIf(row -> row.end() > firm);
    }

    /** Forgets what earlier searches found; for when the file was cut. */
    void restart() {
        open = new Open(0, 0);
        byStart.clear();
        byEnd.clear();
    }

    /** The row that has byte {@code offset}. The log has that byte. */
    RowSpan around(long offset) throws IOException {
        return from(startOf(offset));
    }

    @Override
    public Optional<RowSpan> near(long offset) throws IOException {
        long size = blocks.size();
        return size == 0 ? Optional.empty() : Optional.of(around(Math.clamp(offset, 0, size - 1)));
    }

    @Override
    public Optional<RowSpan> after(RowSpan row) throws IOException {
        return row.end() < blocks.size() ? Optional.of(from(row.end())) : Optional.empty();
    }

    @Override
    public Optional<RowSpan> before(RowSpan row) throws IOException {
        if (row.start() == 0) return Optional.empty();
        var known = Optional.ofNullable(byEnd.get(row.start()));
        return known.isPresent() ? known : Optional.of(around(row.start() - 1));
    }

    private long startOf(long offset) throws IOException {
        boolean inOpenRow = offset >= open.start && offset < open.searchedTo;
        if (inOpenRow) return open.start;
        long piece = offset / PIECE * PIECE;
        OptionalLong newline = blocks.last((byte) '\n', piece, offset);
        if (newline.isPresent()) return newline.getAsLong() + 1;
        if (piece == 0) return 0;
        newline = blocks.last((byte) '\n', piece - PIECE, piece);
        return newline.isPresent() ? newline.getAsLong() + 1 : piece;
    }

    /** The row that begins at {@code start}. Rows that are complete never change. */
    private RowSpan from(long start) throws IOException {
        var known = Optional.ofNullable(byStart.get(start));
        if (known.isPresent()) return known.get();
        var row = search(start);
        if (row.complete()) {
            byStart.put(start, row);
            byEnd.put(row.end(), row);
        }
        return row;
    }

    private RowSpan search(long start) throws IOException {
        long cut = (start + PIECE - 1) / PIECE * PIECE + PIECE;
        long limit = Math.min(cut, blocks.size());
        long from = start == open.start ? Math.max(start, Math.min(open.searchedTo, limit)) : start;
        OptionalLong newline = blocks.first((byte) '\n', from, limit);
        long end = newline.isPresent() ? newline.getAsLong() + 1 : limit;
        boolean complete = newline.isPresent() || limit == cut;
        if (!complete) open = new Open(start, end);
        long shownTo = newline.isPresent() ? newline.getAsLong() : end;
        while (shownTo > start && blocks.at(shownTo - 1) == '\r') shownTo--;
        OptionalLong rewind = blocks.last((byte) '\r', start, shownTo);
        long shownFrom = rewind.isPresent() ? rewind.getAsLong() + 1 : start;
        boolean beginsLine = start == 0 || blocks.at(start - 1) == '\n';
        return new RowSpan(start, shownFrom, shownTo, end, beginsLine, complete);
    }
}
