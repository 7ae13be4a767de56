package dev.muster.gui.state;

import dev.muster.agent.job.Rank;

/** Places in the window that a page can lead to. FX thread. */
public interface RunPlaces {
    /** The log of a rank in an attempt. */
    void showLog(int attempt, Rank rank);

    /** Why an attempt failed. */
    void showFailure(int attempt);

    /** Selects a rank and stays on the page. */
    void select(Rank rank);
}
