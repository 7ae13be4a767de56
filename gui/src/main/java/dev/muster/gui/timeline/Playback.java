package dev.muster.gui.timeline;

import dev.muster.agent.session.ReplayPosition;

import java.time.Instant;

/** What a recording can be asked for by whoever plays it. FX thread; nothing waits. */
interface Playback {
    ReplayPosition position();

    void seek(Instant time);

    /** So many times as fast as it was; from the beginning when it stands at its end. */
    void play(double speed);

    void pause();
}
