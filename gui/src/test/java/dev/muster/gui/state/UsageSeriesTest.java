package dev.muster.gui.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.RunUsage;
import dev.muster.agent.event.WorkerUsage;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.gui.state.UsageSeries.Column;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class UsageSeriesTest {
    private final UsageSeries series = new UsageSeries();

    @Test
    void figures_are_kept_for_each_rank_and_summed() {
        series.add(measured(0, 1, 2));
        series.add(measured(2, 3, 4));

        assertThat(series.of(new Rank(1), Column.CORES).at(0)).isEqualTo(2);
        assertThat(series.of(new Rank(1), Column.CORES).at(1)).isEqualTo(4);
        assertThat(series.sum(Column.CORES).at(1)).isEqualTo(7);
    }

    @Test
    void the_same_measurement_again_changes_nothing() {
        series.add(measured(2, 1));

        assertThat(series.add(measured(2, 1))).isFalse();
        assertThat(series.size()).isEqualTo(1);
    }

    @Test
    void what_was_measured_before_anybody_looked_is_known_as_a_sum_only() {
        var past = List.of(new RunUsage.Sum(at(0), 5, 100), new RunUsage.Sum(at(2), 6, 100));

        series.add(new RunUsage(at(2), Map.of(new Rank(0), used(6)), past));

        assertThat(series.size()).isEqualTo(2);
        assertThat(series.sum(Column.CORES).at(0)).isEqualTo(5);
        assertThat(series.of(new Rank(0), Column.CORES).isKnown(0)).isFalse();
        assertThat(series.sum(Column.READ).isKnown(0)).isFalse();
    }

    @Test
    void a_long_run_is_told_more_coarsely_from_its_beginning_to_its_end() {
        for (int second = 0; second < 20_000; second += 2) series.add(measured(second, 1, 3));

        assertThat(series.size()).isBetween(450, 901);
        assertThat(series.at(0)).isBefore(at(200));
        assertThat(series.at(series.size() - 1)).isEqualTo(at(19_998));
        assertThat(series.of(new Rank(1), Column.CORES).at(10)).isEqualTo(3);
    }

    @Test
    void many_ranks_take_no_more_memory_than_few() {
        var workers = new HashMap<Rank, WorkerUsage>();
        for (int rank = 0; rank < 4_096; rank++) workers.put(new Rank(rank), used(1));

        for (int second = 0; second < 600; second += 2) {
            series.add(RunUsage.first(at(second), workers));
        }

        assertThat(series.size()).isLessThanOrEqualTo(61);
    }

    @Test
    void runs_that_were_measured_longest_ago_are_let_go() {
        var history = new UsageHistory();
        for (int run = 0; run < 12; run++) {
            history.add(Map.of(new RunId("run-" + run), measured(run, 1)));
        }

        assertThat(history.of(new RunId("run-11"))).isPresent();
        assertThat(history.of(new RunId("run-4"))).isPresent();
        assertThat(history.of(new RunId("run-3"))).isEmpty();
    }

    private static RunUsage measured(int second, double... cores) {
        var workers = new HashMap<Rank, WorkerUsage>();
        for (int rank = 0; rank < cores.length; rank++)
            workers.put(new Rank(rank), used(cores[rank]));
        return RunUsage.first(at(second), workers);
    }

    private static WorkerUsage used(double cores) {
        return new WorkerUsage(cores, 10, 0, 0, 1, 1, Optional.empty());
    }

    private static Instant at(int second) {
        return RunStory.NOON.plusSeconds(second);
    }
}
