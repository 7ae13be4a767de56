package dev.muster.gui.logs;

import java.util.ArrayList;
import java.util.List;

/** Lays characters into cells and joins what is visible of them to runs. */
final class RunWriter {
    /** Accents on one character; a pile of them would draw over the rows above. */
    private static final int MOST_MARKS = 4;

    private final Columns visible;
    private final List<TextRun> runs = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private TextStyle style = TextStyle.PLAIN;
    private boolean open;
    private int marks;
    private int begin;
    private int column;

    RunWriter(Columns visible) {
        this.visible = visible;
    }

    /** The next free cell. */
    int column() {
        return column;
    }

    /** True when nothing written from here on would be visible. */
    boolean isFull() {
        return column >= visible.end();
    }

    /** A character that fills one cell and may share a run with its neighbours. */
    void ordinary(int codePoint, TextStyle itsStyle) {
        if (isVisible(1)) {
            if (!open || !itsStyle.equals(style)) begin(itsStyle);
            open = true;
            text.appendCodePoint(codePoint);
        }
        marks = 0;
        column++;
    }

    /** A character that is drawn in its own place, whatever its typeface makes of it. */
    void single(int codePoint, TextStyle itsStyle) {
        int cells = Glyphs.cells(codePoint);
        if (cells == 0) {
            if (!text.isEmpty() && marks++ < MOST_MARKS) text.appendCodePoint(codePoint);
        } else {
            cell(codePoint, cells, itsStyle);
        }
    }

    private void cell(int codePoint, int cells, TextStyle itsStyle) {
        flush();
        if (isVisible(cells)) {
            begin(itsStyle);
            text.appendCodePoint(codePoint);
        }
        marks = 0;
        column += cells;
    }

    /** The visible stand-in for a control character. */
    void control(int codePoint) {
        String picture = Glyphs.picture(codePoint);
        if (picture.length() == 1) {
            cell(picture.charAt(0), Glyphs.PICTURE_CELLS, TextStyle.CONTROL);
        } else {
            picture.chars().forEach(c -> ordinary(c, TextStyle.CONTROL));
        }
    }

    List<TextRun> runs() {
        flush();
        return runs;
    }

    private boolean isVisible(int cells) {
        return column >= visible.first() && column + cells <= visible.end();
    }

    private void begin(TextStyle itsStyle) {
        flush();
        style = itsStyle;
        begin = column;
    }

    private void flush() {
        open = false;
        if (text.isEmpty()) return;
        runs.add(new TextRun(begin, column - begin, text.toString(), style));
        text.setLength(0);
    }
}
