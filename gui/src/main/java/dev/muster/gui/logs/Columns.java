package dev.muster.gui.logs;

/** A range of cells of a row: from {@code first} on, {@code count} of them. */
record Columns(int first, int count) {
    /** All that a row can have. */
    static final Columns ALL = new Columns(0, Integer.MAX_VALUE);

    long end() {
        return (long) first + count;
    }
}
