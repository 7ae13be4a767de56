package dev.muster.gui.logs;

/** Who wrote which bytes of a log. Lives on the reader's thread. */
interface Origins {
    /** A log that one stream of one worker wrote. */
    Origins ONE = _ -> Stretch.WHOLE;

    /** The bytes around that one which have the same origin. */
    Stretch at(long offset);
}
