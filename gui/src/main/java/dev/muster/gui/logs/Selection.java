package dev.muster.gui.logs;

/**
 * What the user has marked.
 *
 * @param anchor where marking began; it stays when the selection is extended
 * @param caret where it went to, before or after the anchor
 */
record Selection(TextPosition anchor, TextPosition caret) {
    TextPosition from() {
        return anchor.compareTo(caret) <= 0 ? anchor : caret;
    }

    TextPosition to() {
        return anchor.compareTo(caret) <= 0 ? caret : anchor;
    }

    boolean isEmpty() {
        return anchor.equals(caret);
    }

    Selection extendedTo(TextPosition position) {
        return new Selection(anchor, position);
    }

    /**
     * The marked cells of the row that begins at {@code offset}: a count of 0 where none is, and
     * more than any row has where the mark goes on behind the row.
     */
    Columns within(long offset) {
        if (offset < from().offset() || offset > to().offset()) return new Columns(0, 0);
        int first = offset == from().offset() ? from().column() : 0;
        int end = offset == to().offset() ? to().column() : Integer.MAX_VALUE;
        return new Columns(first, Math.max(0, end - first));
    }
}
