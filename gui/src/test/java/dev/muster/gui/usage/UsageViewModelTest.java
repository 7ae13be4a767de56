package dev.muster.gui.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.GpuUsage;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.event.WorkerUsage;
import dev.muster.agent.job.Rank;
import dev.muster.gui.state.RunFocus;
import dev.muster.gui.state.UsageHistory;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

class UsageViewModelTest {
    private static final JobSnapshot RUN =
            RunStory.accepted("7f3a", "train.py", 2, 0).started().snapshot();

    private final UsageHistory history = new UsageHistory();
    private final UsageViewModel model = new UsageViewModel(history, false, ZoneOffset.UTC);

    @Test
    void before_anything_was_measured_the_page_says_what_will_come() {
        model.show(focus(0));

        assertThat(model.message().get()).startsWith("The workers have not been measured yet.");
    }

    @Test
    void of_a_run_that_is_over_the_page_says_that_nothing_was_recorded() {
        var over = RunStory.accepted("7f3a", "train.py", 2, 0).started().succeeded().snapshot();

        model.show(new RunFocus(over, Optional.empty(), Optional.empty(), 0, RunStory.NOON));

        assertThat(model.message().get()).contains("not recorded");
    }

    @Test
    void the_selected_rank_is_read_out_beside_the_highest_and_the_sum() {
        measured(0, used(1.02, Optional.empty()), used(1.4, Optional.empty()));

        model.show(focus(0));

        assertThat(chart(Measure.CORES).readout(0))
                .isEqualTo("rank 0 1.02 · highest 1.40 (rank 1) · all 2.42 cores");
        model.show(focus(1));
        assertThat(chart(Measure.CORES).readout(0)).startsWith("rank 1 1.40 · ");
    }

    @Test
    void summed_there_is_one_line_for_all() {
        measured(0, used(1, Optional.empty()), used(2, Optional.empty()));
        model.show(focus(0));

        model.sum(true);

        assertThat(chart(Measure.CORES).readout(0)).isEqualTo("all ranks 3.00 cores");
        assertThat(chart(Measure.CORES).others()).isEmpty();
    }

    @Test
    void without_gpus_there_is_no_chart_of_them_but_a_remark() {
        measured(0, used(1, Optional.empty()), used(1, Optional.empty()));

        model.show(focus(0));

        assertThat(model.charts().get()).hasSize(4);
        assertThat(model.remark().get()).startsWith("no GPU in use");
    }

    @Test
    void with_gpus_shares_of_their_time_are_not_added_up() {
        var gpu = Optional.of(new GpuUsage(8_000_000_000L, OptionalInt.of(90)));
        measured(0, used(1, gpu), used(1, gpu));
        model.show(focus(0));

        model.sum(true);

        assertThat(chart(Measure.GPU_BUSY).readout(0))
                .isEqualTo("rank 0 90 % · highest 90 % (rank 0)");
        assertThat(chart(Measure.GPU_MEMORY).readout(0)).isEqualTo("all ranks 16.0 GB");
        assertThat(model.remark().get()).isEmpty();
    }

    @Test
    void made_up_figures_are_called_so() {
        var demo = new UsageViewModel(history, true, ZoneOffset.UTC);
        measured(0, used(1, Optional.empty()), used(1, Optional.empty()));

        demo.show(focus(0));

        assertThat(demo.remark().get()).isEqualTo("simulated figures");
    }

    @Test
    void keys_point_from_the_last_moment_on_and_stop_at_the_ends() {
        for (int second = 0; second < 10; second += 2) {
            measured(second, used(second, Optional.empty()), used(1, Optional.empty()));
        }
        model.show(focus(0));

        model.move(-1);
        assertThat(model.shown()).hasValue(3);
        model.move(-9);
        assertThat(model.shown()).hasValue(0);
        model.pointAway();
        assertThat(model.shown()).hasValue(4);
    }

    @Test
    void a_figure_that_is_not_known_is_a_dash_and_no_zero() {
        measured(0, used(1, Optional.empty()), used(1, Optional.empty()));
        history.add(
                Map.of(
                        RUN.run(),
                        RunUsage.first(at(2), Map.of(new Rank(1), used(1, Optional.empty())))));
        model.show(focus(1));

        assertThat(chart(Measure.CORES).readout(1)).isEqualTo("rank 1 1.00 · all 1.00 cores");
        model.show(focus(0));
        assertThat(chart(Measure.CORES).frontName()).isEqualTo("rank 1");
    }

    private UsageChart chart(Measure measure) {
        return model.charts().get().stream()
                .filter(chart -> chart.measure() == measure)
                .findFirst()
                .orElseThrow();
    }

    private void measured(int second, WorkerUsage zero, WorkerUsage one) {
        var usage = RunUsage.first(at(second), Map.of(new Rank(0), zero, new Rank(1), one));
        history.add(Map.of(RUN.run(), usage));
    }

    private static WorkerUsage used(double cores, Optional<GpuUsage> gpu) {
        return new WorkerUsage(cores, 1_000_000_000L, 0, 0, 1, 1, gpu);
    }

    private static Instant at(int second) {
        return RunStory.NOON.plusSeconds(second);
    }

    private static RunFocus focus(int rank) {
        return new RunFocus(RUN, Optional.empty(), Optional.of(new Rank(rank)), 0, RunStory.NOON);
    }
}
