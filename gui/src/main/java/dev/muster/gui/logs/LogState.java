package dev.muster.gui.logs;

import java.util.Optional;

/**
 * All that is known of one stream at a moment.
 *
 * @param size in bytes
 * @param lines counted so far; an incomplete last one counts
 * @param linesKnown true when {@code lines} is about all lines of the log: counting has reached its
 *     start and is hardly behind its end
 * @param arrived lines that began after the log was opened, and some of those just before; for
 *     telling how many are new between two moments
 * @param cuts how often the file became shorter
 * @param sifted how far the query is; absent without one
 * @param page the answer to the last viewport; absent before the first
 * @param problem why the log cannot be read; absent when it can
 */
record LogState(
        long size,
        long lines,
        boolean linesKnown,
        long arrived,
        int cuts,
        Optional<Sifting.Progress> sifted,
        Optional<LogPage> page,
        Optional<String> problem) {
    /** Before anything was read. */
    static final LogState UNREAD =
            new LogState(0, 0, false, 0, 0, Optional.empty(), Optional.empty(), Optional.empty());

    LogState failed(String why) {
        return new LogState(size, lines, linesKnown, arrived, cuts, sifted, page, Optional.of(why));
    }
}
