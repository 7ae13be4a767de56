package dev.muster.gui.logs;

/** What a program asked its text to be painted with. */
sealed interface Ink {
    /** Whatever the theme has for text, or for the ground under it. */
    record Plain() implements Ink {}

    /**
     * One of the sixteen colours that a theme is free to choose: black, red, green, yellow, blue,
     * magenta, cyan, white, and the same eight again, brighter.
     */
    record Named(int index) implements Ink {
        public Named {
            if (index < 0 || index > 15) {
                throw new IllegalArgumentException("colour: " + index + " (expected: 0..15)");
            }
        }
    }

    /** An exact colour, 8 bits a channel. */
    record Exact(int red, int green, int blue) implements Ink {}

    Ink PLAIN = new Plain();

    /** Entry {@code index} of the 256 colours of xterm: sixteen named ones, a cube, a grey ramp. */
    static Ink ofPalette(int index) {
        if (index < 16) return new Named(index);
        if (index >= 232) {
            int grey = 8 + 10 * (index - 232);
            return new Exact(grey, grey, grey);
        }
        int cube = index - 16;
        return new Exact(level(cube / 36), level(cube / 6 % 6), level(cube % 6));
    }

    private static int level(int step) {
        return step == 0 ? 0 : 55 + 40 * step;
    }
}
