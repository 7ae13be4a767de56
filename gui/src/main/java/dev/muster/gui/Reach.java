package dev.muster.gui;

import dev.muster.agent.fleet.Attachments;
import dev.muster.agent.fleet.PastRuns;
import dev.muster.agent.job.RunId;

import java.util.Optional;

/** What a cockpit reaches besides the runs it shows. A demo reaches nothing. */
interface Reach extends AutoCloseable {
    PastRuns past();

    Attachments attachments();

    /** Whether runs that are started from now on go on when the window closes. */
    boolean keepsRuns();

    void keepRuns(boolean wanted);

    /** The run that was looked at when the window was open before. */
    Optional<RunId> lookedAt();

    void looksAt(RunId run);

    @Override
    void close();
}
