package dev.muster.gui.logs;

/**
 * How a stretch of text looks.
 *
 * @param visibleControl true for a glyph that stands for a control character; the program did not
 *     write that glyph
 */
record TextStyle(
        Ink text,
        Ink ground,
        boolean bold,
        boolean faint,
        boolean underlined,
        boolean inverse,
        boolean visibleControl) {
    static final TextStyle PLAIN =
            new TextStyle(Ink.PLAIN, Ink.PLAIN, false, false, false, false, false);
    static final TextStyle CONTROL =
            new TextStyle(Ink.PLAIN, Ink.PLAIN, false, false, false, false, true);

    TextStyle withText(Ink ink) {
        return new TextStyle(ink, ground, bold, faint, underlined, inverse, visibleControl);
    }

    TextStyle withGround(Ink ink) {
        return new TextStyle(text, ink, bold, faint, underlined, inverse, visibleControl);
    }

    TextStyle withWeight(boolean isBold, boolean isFaint) {
        return new TextStyle(text, ground, isBold, isFaint, underlined, inverse, visibleControl);
    }

    TextStyle withUnderline(boolean on) {
        return new TextStyle(text, ground, bold, faint, on, inverse, visibleControl);
    }

    TextStyle withInverse(boolean on) {
        return new TextStyle(text, ground, bold, faint, underlined, on, visibleControl);
    }
}
