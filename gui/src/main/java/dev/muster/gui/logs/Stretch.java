package dev.muster.gui.logs;

/**
 * Bytes of a log that have one origin, up to {@code end}.
 *
 * @param writer tells writers apart
 */
record Stretch(int writer, long end, Origin origin) {
    static final Stretch WHOLE = new Stretch(0, Long.MAX_VALUE, Origin.UNSAID);
}
