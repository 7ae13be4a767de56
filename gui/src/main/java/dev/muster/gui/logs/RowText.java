package dev.muster.gui.logs;

import java.util.List;

/**
 * The visible part of a row.
 *
 * @param runs in order, not overlapping
 * @param columns how wide the whole row is; where it was not read to its end, an estimate with a
 *     column for each byte left
 */
record RowText(List<TextRun> runs, long columns) {
    RowText {
        runs = List.copyOf(runs);
    }

    /** Its characters as one string: no styles, no control characters. */
    String plain() {
        var text = new StringBuilder();
        for (var run : runs) text.append(run.text());
        return text.toString();
    }

    /** The cells that characters of {@link #plain} fill. */
    Columns cells(Columns characters) {
        long first = Long.MAX_VALUE;
        long end = 0;
        long at = 0;
        for (var run : runs) {
            long length = run.text().length();
            long from = Math.max(characters.first(), at) - at;
            long to = Math.min(characters.end(), at + length) - at;
            if (from < to) {
                boolean oneCellPerChar = length == run.columns();
                first = Math.min(first, run.column() + (oneCellPerChar ? from : 0));
                end = run.column() + (oneCellPerChar ? to : run.columns());
            }
            at += length;
        }
        return first >= end ? new Columns(0, 0) : new Columns((int) first, (int) (end - first));
    }

    /** The word that cell {@code column} is in; no columns where there is none. */
    Columns word(int column) {
        for (var run : runs) {
            int within = column - run.column();
            boolean here = within >= 0 && within < run.columns();
            if (here) return wordOf(run, within);
        }
        return new Columns(column, 0);
    }

    private static Columns wordOf(TextRun run, int within) {
        boolean oneCellPerChar = run.text().length() == run.columns();
        if (!oneCellPerChar) return new Columns(run.column(), run.columns());
        int first = within;
        int end = within;
        while (first > 0 && isWord(run.text().charAt(first - 1))) first--;
        while (end < run.columns() && isWord(run.text().charAt(end))) end++;
        return new Columns(run.column() + first, end - first);
    }

    /** Numbers with their signs and points, names, and paths are words. */
    private static boolean isWord(char c) {
        return Character.isLetterOrDigit(c) || "_./-+:~@%".indexOf(c) >= 0;
    }
}
