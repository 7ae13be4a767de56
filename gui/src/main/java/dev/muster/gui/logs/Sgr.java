package dev.muster.gui.logs;

/**
 * The one kind of control sequence that a log may use: "select graphic rendition" (ECMA-48
 * §8.3.117), the {@code 1;31} of {@code ESC [ 1;31 m}. Codes that would hide text or make it blink
 * are passed over.
 */
final class Sgr {
    private Sgr() {}

    /** The style after a sequence with these parameters. */
    static TextStyle apply(TextStyle style, CharSequence parameters) {
        var codes = new Codes(parameters);
        TextStyle next = style;
        do {
            next = one(next, codes.next(), codes);
        } while (codes.hasNext());
        return next;
    }

    private static TextStyle one(TextStyle style, int code, Codes codes) {
        return switch (code) {
            case 0 -> TextStyle.PLAIN;
            case 1 -> style.withWeight(true, style.faint());
            case 2 -> style.withWeight(style.bold(), true);
            case 22 -> style.withWeight(false, false);
            case 4, 21 -> style.withUnderline(true);
            case 24 -> style.withUnderline(false);
            case 7 -> style.withInverse(true);
            case 27 -> style.withInverse(false);
            case 30, 31, 32, 33, 34, 35, 36, 37 -> style.withText(new Ink.Named(code - 30));
            case 90, 91, 92, 93, 94, 95, 96, 97 -> style.withText(new Ink.Named(code - 90 + 8));
            case 40, 41, 42, 43, 44, 45, 46, 47 -> style.withGround(new Ink.Named(code - 40));
            case 100, 101, 102, 103, 104, 105, 106, 107 ->
                    style.withGround(new Ink.Named(code - 100 + 8));
            case 38 -> style.withText(chosen(codes, style.text()));
            case 48 -> style.withGround(chosen(codes, style.ground()));
            case 39 -> style.withText(Ink.PLAIN);
            case 49 -> style.withGround(Ink.PLAIN);
            default -> style;
        };
    }

    /** The colour named by what follows 38 or 48: {@code 5;n} or {@code 2;r;g;b}. */
    private static Ink chosen(Codes codes, Ink otherwise) {
        return switch (codes.next()) {
            case 5 -> Ink.ofPalette(Math.min(codes.next(), 255));
            case 2 -> {
                codes.skipColourSpace();
                yield new Ink.Exact(codes.channel(), codes.channel(), codes.channel());
            }
            default -> otherwise;
        };
    }

    /** Reads numbers separated by semicolons or colons; a missing number is 0. */
    private static final class Codes {
        private static final int ENOUGH = 10_000;

        private final CharSequence text;
        private int at;

        Codes(CharSequence text) {
            this.text = text;
        }

        boolean hasNext() {
            return at < text.length();
        }

        int next() {
            int number = 0;
            while (at < text.length()) {
                char c = text.charAt(at++);
                if (c == ';' || c == ':') break;
                number = Math.min(number * 10 + (c - '0'), ENOUGH);
            }
            return number;
        }

        int channel() {
            return Math.min(next(), 255);
        }

        /** In the colon form {@code 2::r:g:b} an often empty colour space comes first. */
        void skipColourSpace() {
            if (at < text.length() && text.charAt(at) == ':') at++;
        }
    }
}
