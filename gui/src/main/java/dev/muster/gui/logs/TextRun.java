package dev.muster.gui.logs;

/**
 * A stretch of one row in one style, {@code columns} cells wide from cell {@code column} on.
 * Characters that do not surely fill one cell each stand in a run of their own.
 */
record TextRun(int column, int columns, String text, TextStyle style) {
    /** True for the one picture that stands for an ASCII control character. */
    boolean isPicture() {
        return style.visibleControl() && text.length() == 1;
    }
}
