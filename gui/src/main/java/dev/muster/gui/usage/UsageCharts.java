package dev.muster.gui.usage;

import dev.muster.agent.job.Rank;
import dev.muster.gui.state.Figures;
import dev.muster.gui.state.UsageSeries;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Makes charts of a series. */
final class UsageCharts {
    /** More lines are a tangle; a band from the least to the most says the same. */
    private static final int MOST_LINES = 16;

    private UsageCharts() {}

    /** All that have something to show; with {@code summed}, one line for all ranks. */
    static List<UsageChart> of(UsageSeries series, Optional<Rank> selected, boolean summed) {
        if (series.size() == 0) return List.of();
        List<Instant> times = IntStream.range(0, series.size()).mapToObj(series::at).toList();
        var axis = TimeAxis.of(times.getFirst(), times.getLast());
        boolean gpu = series.hasGpu();
        return Arrays.stream(Measure.values())
                .filter(measure -> gpu || !measure.isOfGpu())
                .map(
                        measure ->
                                summed && measure.adds()
                                        ? summed(series, measure, axis, times)
                                        : eachRank(series, measure, axis, times, selected))
                .toList();
    }

    private static UsageChart summed(
            UsageSeries series, Measure measure, TimeAxis axis, List<Instant> times) {
        Figures sum = series.sum(measure.column());
        return new UsageChart(
                measure,
                axis,
                Scale.of(sum.largest()),
                times,
                sum,
                "all ranks",
                List.of(),
                Figures.of(),
                Figures.of(),
                List.of(),
                sum);
    }

    private static UsageChart eachRank(
            UsageSeries series,
            Measure measure,
            TimeAxis axis,
            List<Instant> times,
            Optional<Rank> selected) {
        List<Rank> ranks = series.ranks();
        float[] low = new float[times.size()];
        float[] high = new float[times.size()];
        Arrays.fill(low, Float.NaN);
        Arrays.fill(high, Float.NaN);
        int[] who = new int[times.size()];
        var others = new ArrayList<Figures>();
        Optional<Rank> first =
                selected.filter(ranks::contains).or(() -> ranks.stream().findFirst());
        for (Rank rank : ranks) {
            Figures line = series.of(rank, measure.column());
            for (int k = 0; k < line.size(); k++) {
                float figure = line.at(k);
                if (Float.isNaN(figure)) continue;
                if (!(figure >= low[k])) low[k] = figure;
                if (figure <= high[k]) continue;
                high[k] = figure;
                who[k] = rank.value();
            }
            boolean behind = !first.equals(Optional.of(rank));
            if (behind && ranks.size() <= MOST_LINES) others.add(line);
        }
        var highest =
                IntStream.range(0, who.length)
                        .mapToObj(
                                k ->
                                        Float.isNaN(high[k]) || ranks.size() < 2
                                                ? Optional.<Rank>empty()
                                                : Optional.of(new Rank(who[k])))
                        .toList();
        double top = measure == Measure.GPU_BUSY ? 100 : Figures.of(high).largest();
        return new UsageChart(
                measure,
                axis,
                Scale.of(top),
                times,
                first.map(rank -> series.of(rank, measure.column())).orElseGet(Figures::of),
                first.map(rank -> "rank " + rank).orElse("no rank"),
                others,
                Figures.of(low),
                Figures.of(high),
                highest,
                series.sum(measure.column()));
    }
}
