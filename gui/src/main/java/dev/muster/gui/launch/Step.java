package dev.muster.gui.launch;

/**
 * Counting up and down in a field that is text.
 *
 * @param least where counting down ends
 * @param usual what an empty field stands for
 */
record Step(int least, int usual) {
    /** The text's number moved by {@code by}; a text that is no number gives way to the usual. */
    String from(String text, int by) {
        return Integer.toString(
                Math.max(least, (int) Math.min(number(text) + by, Integer.MAX_VALUE)));
    }

    private long number(String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException _) {
            return usual;
        }
    }
}
