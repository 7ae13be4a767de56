package dev.muster.gui.logs;

/**
 * What the screen would like to see.
 *
 * @param epoch counts jumps: rows are numbered anew in each, so a page of an earlier epoch tells
 *     nothing about the present one
 * @param rows how many rows there is room for, at least 1
 */
record Viewport(long epoch, Place place, int rows, Columns columns) {
    /** Where in the log. */
    sealed interface Place {
        /** The last rows, whatever comes. */
        record Tail() implements Place {}

        /**
         * Row {@code wanted} at the top, counted so that the row with byte {@code offset} is row
         * {@code row}.
         */
        record From(long offset, long row, long wanted) implements Place {}
    }
}
