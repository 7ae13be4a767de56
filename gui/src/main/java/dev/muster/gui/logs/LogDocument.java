package dev.muster.gui.logs;

import dev.muster.agent.session.LogSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

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

    /** Bytes that a query looks at in one step: some milliseconds, between which pages are made. */
    private static final long SIFT_STEP = 2L << 20;

    /** Characters that one selection may bring to the clipboard. */
    private static final int LONGEST_COPY = 16 << 20;

    private final LogSource source;
    private final Blocks blocks;
    private final Rows rows;
    private final Origins origins;
    private Query query = Query.NONE;
    private Optional<Sifting> sifting = Optional.empty();
    private LineIndex index = new LineIndex(0);
    private boolean opened;
    private int cuts;

    /** A log that one stream of one worker writes. */
    LogDocument(LogSource source) {
        this(source, Origins.ONE);
    }

    LogDocument(LogSource source, Origins origins) {
        this.source = source;
        this.origins = origins;
        blocks = new Blocks(source);
        rows = new Rows(blocks);
    }

    /**
     * Looks how much there is now.
     *
     * @return true when the file was cut since the last look, so that earlier pages count no more
     */
    boolean sync() throws IOException {
        long now = source.size();
        long firm = origins.firm(now);
        boolean cut = now < blocks.firm();
        if (cut) {
            cuts++;
            blocks.restart(now, firm);
            rows.restart();
            index = anchoredNear(now);
            ask(query);
        } else {
            if (blocks.firm() < blocks.size()) rows.forgetBehind(blocks.firm());
            blocks.grow(now, firm);
            if (!opened) index = anchoredNear(now);
            sifting.ifPresent(Sifting::grown);
        }
        opened = true;
        return cut;
    }

    /** Shows from now on what passes the query; looking through the log begins near its end. */
    void ask(Query next) {
        query = next;
        sifting = Optional.empty();
        if (!next.asks()) return;
        var sieve = new Sieve(blocks, rows, origins, next);
        long anchor = Math.max(0, blocks.size() - STEP) / Blocks.SIZE;
        sifting = Optional.of(new Sifting(blocks, rows, sieve, anchor));
    }

    /** True when there are lines that {@link #siftMore} would look at. */
    boolean hasUnsifted() {
        return blocks.size() > 0 && sifting.filter(Sifting::isUnfinished).isPresent();
    }

    /** Looks for a little while at lines that were not looked at yet, new ones first. */
    void siftMore() throws IOException {
        if (blocks.size() > 0 && sifting.isPresent()) sifting.get().goOn(SIFT_STEP);
    }

    /** Sets out for a hit or an error among the rows that are shown. */
    Hunt hunt(Hunt.Chase chase) {
        return switch (chase.quarry()) {
            case HIT ->
                    new Hunt(
                            new Sieve(blocks, rows, origins, query),
                            block -> sifting.filter(it -> it.hasNoHit(block)).isPresent(),
                            chase);
            case ERROR ->
                    new Hunt(Sieve.forErrors(blocks, rows, origins, query), _ -> false, chase);
        };
    }

    /** Goes on with a hunt for a little while. */
    OptionalLong huntMore(Hunt hunt) throws IOException {
        return blocks.size() == 0 ? OptionalLong.empty() : hunt.goOn(SIFT_STEP, lastBlock());
    }

    /** True when a hunt has looked everywhere. */
    boolean isOver(Hunt hunt) {
        return blocks.size() == 0 || hunt.isOver(lastBlock());
    }

    private long lastBlock() {
        return (blocks.size() - 1) / Blocks.SIZE;
    }

    private static LineIndex anchoredNear(long size) {
        return new LineIndex(Math.max(0, size - TAIL) / Blocks.SIZE);
    }

    /** True when there are lines that a call of {@link #countMore} would count. */
    boolean hasUncounted() {
        return index.end() < blocks.firm()
                || (!index.fromStart() && blocks.size() <= COUNTED_WHOLE);
    }

    /** True when a call of {@link #countMore} or {@link #siftMore} would come to know more. */
    boolean hasWork() {
        return hasUncounted() || hasUnsifted();
    }

    /** Counts lines for a little while, new ones first. */
    void countMore() throws IOException {
        long budget = STEP;
        while (budget > 0 && index.end() < blocks.firm()) {
            long from = index.end();
            long to = Math.min(blocks.firm(), (from / Blocks.SIZE + 1) * Blocks.SIZE);
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
        return new Paginator(blocks, shown(), origins, query).page(viewport, index);
    }

    /** Sets out to write what is shown to a file. */
    Saving save(Path file) throws IOException {
        return new Saving(blocks, shown(), origins, file);
    }

    /** The rows that are shown. */
    private RowWalk shown() {
        return sifting.filter(_ -> query.hides()).<RowWalk>map(it -> it).orElse(rows);
    }

    /** All that is known now; {@code page} is carried along. */
    LogState state(Optional<LogPage> page) throws IOException {
        int unended = endsWithoutNewline() ? 1 : 0;
        Optional<Sifting.Progress> sifted = Optional.empty();
        if (sifting.isPresent()) sifted = Optional.of(sifting.get().progress());
        long arrived =
                query.hides() && sifting.isPresent()
                        ? sifting.get().arrived()
                        : index.arrived() + unended;
        return new LogState(
                blocks.size(),
                index.counted() + unended,
                index.fromStart() && blocks.size() - index.end() < STEP,
                arrived,
                cuts,
                sifted,
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
        var first = shown().near(selection.from().offset());
        boolean nothing =
                first.isEmpty()
                        || selection.from().offset() >= blocks.size()
                        || first.get().start() > selection.to().offset();
        if (nothing) return new CopiedText("", false);
        RowSpan span = first.get();
        while (true) {
            var columns = selection.within(span.start());
            text.append(RowDecoder.decode(blocks, span, columns).plain());
            var next = shown().after(span);
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
