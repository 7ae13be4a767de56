package dev.muster.gui.logs;

import java.util.Comparator;

/** A place between two cells: the row that begins at {@code offset}, before cell {@code column}. */
record TextPosition(long offset, int column) implements Comparable<TextPosition> {
    private static final Comparator<TextPosition> ORDER =
            Comparator.comparingLong(TextPosition::offset).thenComparingInt(TextPosition::column);

    @Override
    public int compareTo(TextPosition other) {
        return ORDER.compare(this, other);
    }
}
