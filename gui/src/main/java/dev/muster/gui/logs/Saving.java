package dev.muster.gui.logs;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Rows on their way to a file, some at a time, as plain text; rows of a merged log say when they
 * were printed and by whom. Lives on the reader's thread.
 */
final class Saving implements AutoCloseable {
    private final Blocks blocks;
    private final RowWalk rows;
    private final Origins origins;
    private final Writer out;
    private final long end;
    private Optional<RowSpan> next;
    private long lines;

    /** Begins with the first row; rows that come later than now are left out. */
    Saving(Blocks blocks, RowWalk rows, Origins origins, Path file) throws IOException {
        this.blocks = blocks;
        this.rows = rows;
        this.origins = origins;
        end = blocks.size();
        next = rows.near(0);
        out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
    }

    /** Writes so many bytes of the log; false when all is written. */
    boolean goOn(long budget) throws IOException {
        long left = budget;
        while (left > 0 && next.filter(row -> row.start() < end).isPresent()) {
            RowSpan row = next.get();
            if (row.beginsLine()) {
                if (lines++ > 0) out.write('\n');
                out.write(prefix(origins.at(row.start()).origin()));
            }
            out.write(RowDecoder.decode(blocks, row, Columns.ALL).plain());
            left -= row.end() - row.start();
            next = rows.after(row);
        }
        boolean more = next.filter(row -> row.start() < end).isPresent();
        if (!more && lines > 0) out.write('\n');
        return more;
    }

    /** Lines written so far. */
    long lines() {
        return lines;
    }

    private static String prefix(Origin origin) {
        return switch (origin) {
            case Origin.Unsaid _ -> "";
            case Origin.Rule(var at) -> LogGutter.time(at, true) + "  ";
            case Origin.Printed(var rank, var stream, var at, var exact) ->
                    "%s r%s %s  ".formatted(LogGutter.time(at, exact), rank, stream.word());
        };
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
