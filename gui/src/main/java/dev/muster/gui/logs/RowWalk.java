package dev.muster.gui.logs;

import java.io.IOException;
import java.util.Optional;

/** The rows of a log in their order; some may be left out. Lives on the reader's thread. */
interface RowWalk {
    /**
     * The row with that byte; where it is left out the next one, else the one before; absent when
     * there is none at all.
     */
    Optional<RowSpan> near(long offset) throws IOException;

    /** The row after; absent after the last. */
    Optional<RowSpan> after(RowSpan row) throws IOException;

    /** The row before; absent before the first. */
    Optional<RowSpan> before(RowSpan row) throws IOException;
}
