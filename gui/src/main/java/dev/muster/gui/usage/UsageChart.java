package dev.muster.gui.usage;

import dev.muster.agent.job.Rank;
import dev.muster.gui.state.Figures;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What one chart shows.
 *
 * @param times of the points; those of all charts are the same
 * @param front the line that matters: of the selected rank, or the sum
 * @param frontName what that is called
 * @param others the lines behind it; empty where the band stands for them
 * @param low the least of all ranks at each point; empty where there is no band
 * @param high the most
 * @param highest who that is
 * @param sum over all ranks
 */
record UsageChart(
        Measure measure,
        TimeAxis axis,
        Scale scale,
        List<Instant> times,
        Figures front,
        String frontName,
        List<Figures> others,
        Figures low,
        Figures high,
        List<Optional<Rank>> highest,
        Figures sum) {
    UsageChart {
        times = List.copyOf(times);
        others = List.copyOf(others);
        highest = List.copyOf(highest);
    }

    /** {@code rank 5 1.02 · highest 1.40 (rank 3) · all 7.90 cores}. */
    String readout(int point) {
        if (highest.isEmpty()) return "%s %s".formatted(frontName, measure.words(front.at(point)));
        var words = new StringBuilder(frontName).append(' ');
        words.append(
                measure.adds() ? measure.brief(front.at(point)) : measure.words(front.at(point)));
        highest.get(point)
                .ifPresent(
                        rank ->
                                words.append(
                                        " · highest %s (rank %s)"
                                                .formatted(measure.brief(high.at(point)), rank)));
        if (measure.adds()) words.append(" · all ").append(measure.words(sum.at(point)));
        return words.toString();
    }
}
