package dev.muster.gui.logs;

/** Whether the screen stays at the end of the log. */
enum Follow {
    /** It does. */
    ON,
    /** Not while the user looks at something further up; it does again when they are back. */
    PAUSED,
    /** Not until asked for. */
    OFF
}
