package dev.muster.agent.report;

import java.util.regex.Pattern;

/**
 * Any text at all, made fit to stand in HTML and to mean nothing there: markup is spelled out,
 * characters that control something are shown instead of obeyed, and so are those that turn the
 * reading direction. Colours that a terminal would show are left out.
 */
final class InertText {
    /** Colours and weights only; every other sequence stays and is shown. */
    private static final Pattern COLOUR = Pattern.compile("\u001B\\[[0-9;:]{0,64}m");

    private static final int CONTROL_PICTURES = 0x2400;
    private static final int PICTURE_OF_DELETE = 0x2421;
    private static final int FIRST_C1 = 0x7F;
    private static final int LAST_C1 = 0x9F;
    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    private InertText() {}

    /** As the content of an element or of a quoted attribute; line feeds and tabs stay. */
    static String of(String text) {
        String plain = COLOUR.matcher(text).replaceAll("");
        var inert = new StringBuilder(plain.length() + 16);
        plain.codePoints().forEach(point -> append(inert, point));
        return inert.toString();
    }

    private static void append(StringBuilder inert, int point) {
        switch (point) {
            case '<' -> inert.append("&lt;");
            case '>' -> inert.append("&gt;");
            case '&' -> inert.append("&amp;");
            case '"' -> inert.append("&quot;");
            case '\'' -> inert.append("&#39;");
            case '\n', '\t' -> inert.append((char) point);
            case FIRST_C1 -> inert.appendCodePoint(PICTURE_OF_DELETE);
            default -> {
                if (point < ' ') inert.appendCodePoint(CONTROL_PICTURES + point);
                else if (isSteering(point)) inert.append("&lt;U+%04X&gt;".formatted(point));
                else inert.appendCodePoint(point);
            }
        }
    }

    /** Half of a pair included, which no encoding has; what joins letters and pictures is not. */
    private static boolean isSteering(int point) {
        if (point == ZERO_WIDTH_JOINER || point == ZERO_WIDTH_NON_JOINER) return false;
        return point > FIRST_C1 && point <= LAST_C1
                || switch (Character.getType(point)) {
                    case Character.FORMAT,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR,
                            Character.SURROGATE ->
                            true;
                    default -> false;
                };
    }
}
