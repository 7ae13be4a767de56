package dev.muster.gui.logs;

import dev.muster.agent.session.LogSource;

import java.io.IOException;
import java.util.Optional;

/**
 * One stream of one worker as lines. Opens at the tail: whatever the size of the file, the first
 * page costs no more than its own bytes, and counting lines begins {@link #TAIL} before the end. A
 * file up to {@link #COUNTED_WHOLE} is then counted back to its start, a step at a time; in a
 * longer one lines stay without numbers.
 *
 * <p>Lives on the reader's thread.
 */
final class LogDocument {
    /** Bytes before the end of the file where counting lines begins. */
    static final long TAIL = 4L << 20;

    /** The longest file whose lines are all counted. */
    static final long COUNTED_WHOLE = 256L << 20;

    /** Bytes counted in one step. */
    private static final long STEP = 1L << 20;

    /** Characters that one selection may bring to the clipboard. */
    private static final int LONGEST_COPY = 16 << 20;

    private final LogSource source;
    private final Blocks blocks;
    private final Rows rows;
    private final Paginator paginator;
    private LineIndex index = new LineIndex(0);
    private boolean opened;
    private int cuts;

    LogDocument(LogSource source) {
        this.source = source;
        blocks = new Blocks(source);
        rows = new Rows(blocks);
        paginator = new Paginator(blocks, rows);
    }

    /**
     * Looks how much there is now.
     *
     * @return true when the file was cut since the last look, so that earlier pages count no more
     */
    boolean sync() throws IOException {
        long now = source.size();
        boolean cut = now < blocks.size();
        if (cut) {
            cuts++;
            blocks.restart(now);
            rows.restart();
            index = anchoredNear(now);
        } else {
            blocks.grow(now);
            if (!opened) index = anchoredNear(now);
        }
        opened = true;
        return cut;
    }

    private static LineIndex anchoredNear(long size) {
        return new LineIndex(Math.max(0, size - TAIL) / Blocks.SIZE);
    }

    /** True when there are lines that a call of {@link #countMore} would count. */
    boolean hasUncounted() {
        return index.end() < blocks.size()
                || (!index.fromStart() && blocks.size() <= COUNTED_WHOLE);
    }

    /** Counts lines for a little while, new ones first. */
    void countMore() throws IOException {
        long budget = STEP;
        while (budget > 0 && index.end() < blocks.size()) {
            long from = index.end();
            long to = Math.min(blocks.size(), (from / Blocks.SIZE + 1) * Blocks.SIZE);
            index.countOnward(to, blocks.newlines(from, to));
            budget -= to - from;
        }
        while (budget > 0 && hasUncounted()) {
            long from = (index.firstBlock() - 1) * Blocks.SIZE;
            index.countBack(blocks.newlines(from, from + Blocks.SIZE));
            budget -= Blocks.SIZE;
        }
    }

    /** What a viewport shows now. */
    LogPage page(Viewport viewport) throws IOException {
        return blocks.size() == 0 ? LogPage.empty(viewport) : paginator.page(viewport, index);
    }

    /** All that is known now; {@code page} is carried along. */
    LogState state(Optional<LogPage> page) throws IOException {
        int unended = endsWithoutNewline() ? 1 : 0;
        return new LogState(
                blocks.size(),
                index.counted() + unended,
                index.fromStart() && blocks.size() - index.end() < STEP,
                index.arrived() + unended,
                cuts,
                page,
                Optional.empty());
    }

    private boolean endsWithoutNewline() throws IOException {
        long counted = index.end();
        return counted > 0 && counted <= blocks.size() && blocks.at(counted - 1) != '\n';
    }

    /** The selected text, plain: what the screen shows, with a newline where a line ends. */
    CopiedText copy(Selection selection) throws IOException {
        var text = new StringBuilder();
        if (selection.from().offset() >= blocks.size()) return new CopiedText("", false);
        RowSpan span = rows.around(selection.from().offset());
        while (true) {
            var columns = selection.within(span.start());
            text.append(RowDecoder.decode(blocks, span, columns).plain());
            var next = rows.after(span);
            boolean done = next.isEmpty() || next.get().start() > selection.to().offset();
            if (done) return new CopiedText(text.toString(), false);
            if (text.length() > LONGEST_COPY) return new CopiedText(text.toString(), true);
            span = next.get();
            if (span.beginsLine()) text.append('\n');
        }
    }

    /** How many bytes were asked of the source so far. */
    long bytesRead() {
        return blocks.bytesRead();
    }
}
