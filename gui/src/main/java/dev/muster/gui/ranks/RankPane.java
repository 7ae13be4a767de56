package dev.muster.gui.ranks;

import dev.muster.agent.job.Rank;

import javafx.geometry.Bounds;
import javafx.scene.layout.Region;

import java.util.Optional;

/** One way to draw all ranks. */
interface RankPane {
    Region node();

    /** From the top of one row of ranks to the top of the next. */
    double rowPitch();

    /** How many ranks stand in a row now: what the up and down keys step over. */
    int columns();

    void select(Optional<Rank> rank);

    /** Where a rank is drawn, within the node. */
    Optional<Bounds> boundsOf(Rank rank);

    /** Stops following the model. */
    void close();
}
