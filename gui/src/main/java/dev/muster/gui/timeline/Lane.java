package dev.muster.gui.timeline;

import dev.muster.agent.event.Timeline.Bar;
import dev.muster.agent.job.Rank;

import java.util.List;
import java.util.Optional;

/**
 * One row of the timeline.
 *
 * @param rank absent for the lane of a node
 */
record Lane(String name, Optional<Rank> rank, List<LaneBar> bars) {
    /** A bar and how it looks. */
    record LaneBar(Bar bar, BarLook look) {}

    Lane {
        bars = List.copyOf(bars);
    }
}
