package dev.muster.gui.logs;

/** Who wrote which bytes of a log. Lives on the reader's thread. */
interface Origins {
    /** A log that one stream of one worker wrote. */
    Origins ONE =
            new Origins() {
                @Override
                public Stretch at(long offset) {
                    return Stretch.WHOLE;
                }

                @Override
                public long firm(long size) {
                    return size;
                }
            };

    /** The bytes around that one which have the same origin. */
    Stretch at(long offset);

    /**
     * How many of the first {@code size} bytes will stay as they are. What comes behind them may
     * change or go whenever the log is asked for its size.
     */
    long firm(long size);
}
