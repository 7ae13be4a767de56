package dev.muster.agent.cli;

import java.util.regex.Pattern;

/**
 * Text that a worker or a file name brought along, made harmless for a terminal: what would move
 * the cursor, set the title, fill the clipboard or turn the reading direction is shown instead of
 * obeyed (spec/reliability §2, log view).
 */
final class VisibleText {
    /** All control characters but the tab, and those that override the reading direction. */
    private static final Pattern STEERING =
            Pattern.compile(
                    "[\\p{Cc}&&[^\\t]]|[\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069]");

    private static final int CONTROL_PICTURES = 0x2400;
    private static final int DELETE = 0x7F;
    private static final String PICTURE_OF_DELETE = "\u2421";

    private VisibleText() {}

    /** The same text with a glyph, or a code point in brackets, for each such character. */
    static String of(String text) {
        return STEERING.matcher(text).replaceAll(found -> picture(found.group().charAt(0)));
    }

    /** The character, or what is shown in its place. */
    static String of(char character) {
        String text = Character.toString(character);
        return isPlain(character) ? text : of(text);
    }

    /** Most are, and need no closer look. */
    private static boolean isPlain(char character) {
        return character >= ' ' && character < DELETE
                || character > 0x9F && (character < 0x061C || character > 0x2069);
    }

    private static String picture(char steering) {
        if (steering < ' ') return Character.toString(CONTROL_PICTURES + steering);
        return steering == DELETE ? PICTURE_OF_DELETE : "<U+%04X>".formatted((int) steering);
    }
}
