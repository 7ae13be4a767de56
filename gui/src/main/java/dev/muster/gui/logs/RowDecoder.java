package dev.muster.gui.logs;

import java.io.IOException;

/**
 * Turns the bytes of one row into the runs that are visible in a range of columns.
 *
 * <p>A machine that goes over the bytes once, front to back, and stops behind the last visible
 * column. Of control sequences it follows SGR alone; a sequence longer than {@link #LONGEST_SGR} is
 * not taken for one, which bounds how far it looks ahead. Everything else that a terminal would
 * obey comes out as visible glyphs. Lives on the reader's thread; one decoder, one row.
 */
final class RowDecoder {
    private static final int LONGEST_SGR = 64;
    private static final int TAB = 8;

    private final Blocks blocks;
    private final RowSpan row;
    private final RunWriter out;
    private TextStyle style = TextStyle.PLAIN;
    private long at;

    private RowDecoder(Blocks blocks, RowSpan row, Columns visible) {
        this.blocks = blocks;
        this.row = row;
        out = new RunWriter(visible);
        at = row.shownFrom();
    }

    /** What of a row is visible in these columns. */
    static RowText decode(Blocks blocks, RowSpan row, Columns visible) throws IOException {
        return new RowDecoder(blocks, row, visible).decode();
    }

    private RowText decode() throws IOException {
        while (at < row.shownTo() && !out.isFull()) {
            int first = blocks.at(at) & 0xFF;
            if (first >= 0x20 && first < 0x7F) {
                out.ordinary(first, style);
                at++;
            } else if (first == 0x1B) {
                escape();
            } else if (first == '\t') {
                at++;
                do {
                    out.ordinary(' ', style);
                } while (out.column() % TAB != 0);
            } else if (!decodeUtf8(first)) {
                break;
            }
        }
        long unread = row.shownTo() - at;
        return new RowText(out.runs(), out.column() + unread);
    }

    /** At an ESC: takes a whole SGR sequence, or else shows the ESC and nothing more. */
    private void escape() throws IOException {
        long limit = Math.min(row.shownTo(), at + LONGEST_SGR);
        if (at + 1 < limit && blocks.at(at + 1) == '[') {
            var parameters = new StringBuilder();
            for (long next = at + 2; next < limit; next++) {
                char c = (char) (blocks.at(next) & 0xFF);
                if (c == 'm') {
                    style = Sgr.apply(style, parameters);
                    at = next + 1;
                    return;
                }
                boolean parameter = c >= '0' && c <= ';';
                if (!parameter) break;
                parameters.append(c);
            }
        }
        out.control(0x1B);
        at++;
    }

    /**
     * Decodes one code point, or puts one replacement for the longest run of bytes that could have
     * begun one (the Unicode Standard, §3.9, "maximal subpart").
     *
     * @return false at a code point whose last bytes have not been written yet
     */
    private boolean decodeUtf8(int first) throws IOException {
        if (first < 0x20 || first == 0x7F) {
            out.control(first);
            at++;
            return true;
        }
        int length = first < 0xC2 || first > 0xF4 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        int codePoint = length == 1 ? Glyphs.REPLACEMENT : first & (0xFF >> (length + 1));
        int taken = 1;
        while (taken < length) {
            if (at + taken == row.shownTo()) {
                if (!row.complete()) return false;
                break;
            }
            int next = blocks.at(at + taken) & 0xFF;
            if (!continues(first, taken, next)) break;
            codePoint = codePoint << 6 | next & 0x3F;
            taken++;
        }
        put(taken == length ? codePoint : Glyphs.REPLACEMENT);
        at += taken;
        return true;
    }

    private static boolean continues(int first, int taken, int next) {
        if (next < 0x80 || next > 0xBF) return false;
        if (taken > 1) return true;
        return switch (first) {
            case 0xE0 -> next >= 0xA0;
            case 0xED -> next <= 0x9F;
            case 0xF0 -> next >= 0x90;
            case 0xF4 -> next <= 0x8F;
            default -> true;
        };
    }

    private void put(int codePoint) {
        if (Glyphs.isControl(codePoint)) {
            out.control(codePoint);
        } else if (Glyphs.isOrdinary(codePoint)) {
            out.ordinary(codePoint, style);
        } else {
            out.single(codePoint, style);
        }
    }
}
