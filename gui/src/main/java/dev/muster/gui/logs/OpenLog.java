package dev.muster.gui.logs;

import dev.muster.agent.session.LogSource;

/** A log that was opened, and who wrote what of it. */
record OpenLog(LogSource source, Origins origins) {
    /** A log that one stream of one worker writes. */
    static OpenLog of(LogSource source) {
        return new OpenLog(source, Origins.ONE);
    }
}
