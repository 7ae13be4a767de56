package dev.muster.gui.logs;

import dev.muster.agent.job.LevelReader;
import dev.muster.agent.job.LineLevel;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tells which rows that begin in a block pass a query. Nothing is kept of a block but its latest
 * answers, so a query over many gigabytes costs no more memory than one over a page.
 *
 * <p>A line of printable ASCII within its block, which nearly all are, is looked at as bytes; any
 * other is decoded first, so that what is found is what the screen shows. Lives on the reader's
 * thread.
 */
final class Sieve {
    private static final int KEPT = 64;

    /** How far back a traceback is looked for that a block begins in the middle of. */
    private static final int WARM_UP_ROWS = 16;

    private static final Columns HEAD = new Columns(0, LevelReader.READ_COLUMNS);

    private final Blocks blocks;
    private final Rows rows;
    private final Origins origins;
    private final Query query;
    private final LineLevel least;
    private final Map<Long, Passed> kept = new Recent<>(KEPT);

    /** What of one block passes. Nobody writes to the arrays. */
    static final class Passed {
        private final long[] shown;
        private final long[] hits;
        private final boolean settled;

        Passed(long[] shown, long[] hits, boolean settled) {
            this.shown = shown;
            this.hits = hits;
            this.settled = settled;
        }

        /** Where the rows begin that are shown, in order. */
        long[] shown() {
            return shown;
        }

        /** Where those of them begin that have what is looked for. */
        long[] hits() {
            return hits;
        }

        /** False while some of the block's rows may still change. */
        boolean settled() {
            return settled;
        }
    }

    Sieve(Blocks blocks, Rows rows, Origins origins, Query query) {
        this(blocks, rows, origins, query, LineLevel.PLAIN);
    }

    private Sieve(Blocks blocks, Rows rows, Origins origins, Query query, LineLevel least) {
        this.blocks = blocks;
        this.rows = rows;
        this.origins = origins;
        this.query = query;
        this.least = least;
    }

    /** A sieve whose hits are the errors among the rows that pass this query. */
    static Sieve forErrors(Blocks blocks, Rows rows, Origins origins, Query query) {
        return new Sieve(blocks, rows, origins, query, LineLevel.ERROR);
    }

    /** What of a block passes. The log reaches into that block. */
    Passed in(long block) throws IOException {
        var known = Optional.ofNullable(kept.get(block));
        if (known.isPresent()) return known.get();
        var passed = new Pass(block).run();
        if (passed.settled) kept.put(block, passed);
        return passed;
    }

    /** One block on its way through the sieve. */
    private final class Pass {
        private final long blockStart;
        private final byte[] bytes;
        private final int filled;
        private final boolean levels = query.warningsOnly() || least != LineLevel.PLAIN;
        private final Map<Integer, LevelReader> readers = new HashMap<>();
        private final Offsets shown = new Offsets();
        private final Offsets hits = new Offsets();
        private LevelReader reader = new LevelReader();
        private long readerUntil;

        Pass(long block) throws IOException {
            blockStart = block * Blocks.SIZE;
            bytes = blocks.bytesOf(block);
            filled = (int) Math.min(Blocks.SIZE, blocks.size() - blockStart);
        }

        Passed run() throws IOException {
            int at = firstStart();
            if (levels && at < filled && mayContinue(at)) warmUp(blockStart + at);
            while (at < filled) {
                int end = at;
                boolean plain = true;
                for (; end < filled && bytes[end] != '\n'; end++) {
                    plain &= bytes[end] >= 0x20 && bytes[end] != 0x7F;
                }
                if (end < filled && plain) {
                    takePlain(at, end);
                    at = end + 1;
                } else {
                    RowSpan row = rows.around(blockStart + at);
                    take(row);
                    if (row.end() >= blockStart + Blocks.SIZE || !row.complete()) {
                        return passed(row.complete());
                    }
                    at = (int) (row.end() - blockStart);
                }
            }
            return passed(filled == Blocks.SIZE);
        }

        private Passed passed(boolean settled) {
            boolean firm = blocks.firm() >= blockStart + Blocks.SIZE;
            return new Passed(shown.toArray(), hits.toArray(), settled && firm);
        }

        /** Where the first row begins that begins in this block. */
        private int firstStart() throws IOException {
            RowSpan row = rows.around(blockStart);
            if (row.start() == blockStart) return 0;
            return (int) Math.min(filled, row.end() - blockStart);
        }

        private void takePlain(int from, int end) {
            var level =
                    levels ? readerAt(blockStart + from).next(bytes, from, end) : LineLevel.PLAIN;
            boolean hit = query.find().isPresent() && query.find().get().isIn(bytes, from, end);
            put(blockStart + from, level, hit);
        }

        private void take(RowSpan row) throws IOException {
            var level = levels ? readerAt(row.start()).next(head(row)) : LineLevel.PLAIN;
            boolean hit =
                    query.find().isPresent()
                            && query.find()
                                    .get()
                                    .isIn(RowDecoder.decode(blocks, row, Columns.ALL).plain());
            put(row.start(), level, hit);
        }

        private void put(long start, LineLevel level, boolean hit) {
            if (!query.shows(level, hit)) return;
            shown.add(start);
            boolean wanted = least == LineLevel.PLAIN ? hit : level.compareTo(least) >= 0;
            if (wanted) hits.add(start);
        }

        private boolean mayContinue(int at) {
            return bytes[at] == ' ' || bytes[at] == '[' || bytes[at] == '\t';
        }

        private void warmUp(long start) throws IOException {
            if (start == 0) return;
            RowSpan row = rows.around(start - 1);
            for (int i = 0; i < WARM_UP_ROWS && row.start() > 0; i++) {
                row = rows.around(row.start() - 1);
            }
            while (row.start() < start) {
                readerAt(row.start()).next(head(row));
                row = rows.around(row.end());
            }
        }

        private String head(RowSpan row) throws IOException {
            return RowDecoder.decode(blocks, row, HEAD).plain();
        }

        /** Each writer's lines are read apart: what others print in between ends no traceback. */
        private LevelReader readerAt(long offset) {
            if (offset >= readerUntil) {
                var stretch = origins.at(offset);
                readerUntil = stretch.end();
                reader = readers.computeIfAbsent(stretch.writer(), _ -> new LevelReader());
            }
            return reader;
        }
    }

    /** A growing list of offsets. */
    private static final class Offsets {
        private static final long[] NONE = {};

        private long[] values = NONE;
        private int size;

        void add(long value) {
            if (size == values.length) values = Arrays.copyOf(values, Math.max(16, 2 * size));
            values[size++] = value;
        }

        long[] toArray() {
            return Arrays.copyOf(values, size);
        }
    }
}
