package dev.muster.gui.logs;

/**
 * What a code point looks like in a log: how wide it is, and what stands in for it when it would
 * otherwise steer the terminal, hide itself or turn the line around.
 */
final class Glyphs {
    /** What bytes that are no UTF-8 look like. */
    static final int REPLACEMENT = 0xFFFD;

    /** How many cells the picture of an ASCII control takes: in one it could not be read. */
    static final int PICTURE_CELLS = 2;

    private Glyphs() {}

    /** True when the code point must not reach the screen or the clipboard as it is. */
    static boolean isControl(int codePoint) {
        if (codePoint < 0x7F) return codePoint < 0x20;
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                    true;
            default -> false;
        };
    }

    /**
     * The visible stand-in: Unicode's own pictures of the ASCII controls, the number of any other.
     */
    static String picture(int control) {
        if (control < 0x20) return Character.toString(0x2400 + control);
        if (control == 0x7F) return "\u2421";
        return "<U+%04X>".formatted(control);
    }

    /** How many cells a code point takes that is no control: 0, 1 or 2. */
    static int cells(int codePoint) {
        if (codePoint < 0x300) return 1;
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK -> 0;
            default -> isWide(codePoint) ? 2 : 1;
        };
    }

    /**
     * True when the log's typeface surely has it, one cell wide, and never moves its neighbours.
     */
    static boolean isOrdinary(int codePoint) {
        return codePoint < 0x300
                || (codePoint >= 0x370 && codePoint < 0x483)
                || (codePoint >= 0x2010 && codePoint < 0x2028)
                || (codePoint >= 0x2500 && codePoint < 0x25A0);
    }

    /** The blocks that East Asian Width calls wide or that are drawn as square pictures. */
    private static boolean isWide(int codePoint) {
        return (codePoint >= 0x1100 && codePoint < 0x1160)
                || (codePoint >= 0x2E80 && codePoint < 0xA4D0 && codePoint != 0x303F)
                || (codePoint >= 0xAC00 && codePoint < 0xD7A4)
                || (codePoint >= 0xF900 && codePoint < 0xFB00)
                || (codePoint >= 0xFE30 && codePoint < 0xFE70)
                || (codePoint >= 0xFF00 && codePoint < 0xFF61)
                || (codePoint >= 0xFFE0 && codePoint < 0xFFE7)
                || (codePoint >= 0x1F300 && codePoint < 0x1FB00)
                || (codePoint >= 0x20000 && codePoint < 0x3FFFE);
    }
}
