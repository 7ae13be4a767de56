package dev.muster.gui.logs;

/**
 * Bytes of a log that one writer wrote, up to {@code end}.
 *
 * @param writer tells writers apart
 */
record Stretch(int writer, long end) {
    static final Stretch WHOLE = new Stretch(0, Long.MAX_VALUE);
}
