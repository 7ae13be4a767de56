package dev.muster.gui.logs;

/**
 * The bytes of one row: a line of the log, or a piece of a line that is too long to be one row.
 *
 * @param start where the row begins
 * @param shownFrom where its last state begins: after the last carriage return that anything
 *     follows, as progress bars write them
 * @param shownTo where what is to be seen ends; only line ends come after
 * @param end where the next row begins, or the log ends
 * @param beginsLine false for a later piece of a long line
 * @param complete false for the last row until its line end, or the next piece, is there
 */
record RowSpan(
        long start, long shownFrom, long shownTo, long end, boolean beginsLine, boolean complete) {
    /** True when earlier states of the line are hidden behind the last one. */
    boolean folded() {
        return shownFrom > start + 1;
    }
}
