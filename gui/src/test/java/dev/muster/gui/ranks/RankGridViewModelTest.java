package dev.muster.gui.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.event.WorkerUsage;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerExit;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.testing.RunStory;

import javafx.collections.ListChangeListener;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

class RankGridViewModelTest {
    private final RankGridViewModel model = new RankGridViewModel();
    private final RunStory story = RunStory.accepted("7f3a", "train.py", 8, 3);

    @ParameterizedTest
    @CsvSource({"1, CARDS", "64, CARDS", "65, CELLS", "512, CELLS", "513, HEAT_MAP"})
    void the_more_ranks_the_less_of_each_is_shown(int ranks, Density density) {
        show(RunStory.accepted("any", "train.py", ranks, 0).started());

        assertThat(model.density().get()).isEqualTo(density);
    }

    @Test
    void a_cell_tells_rank_state_process_and_time() {
        show(story.started().after(Duration.ofSeconds(72)));

        assertThat(model.cells().get(3).spoken())
                .isEqualTo("rank 3, running, pid 41203, 1 min 12 s");
    }

    @Test
    void a_cell_of_a_worker_that_is_gone_tells_how_long_it_ran() {
        show(story.started().after(Duration.ofSeconds(26)).exited(3, new WorkerExit.Failed(1)));

        assertThat(model.cells().get(3).spoken()).isEqualTo("rank 3, failed: exit 1, after 26 s");
        assertThat(model.cells().get(3).mark()).isEqualTo(Mark.FAILED);
    }

    @Test
    void a_cell_of_a_worker_that_was_measured_tells_what_it_uses() {
        story.started();
        var computing = new WorkerUsage(3.456, 12_345_678_901L, 0, 0, 9, 2, Optional.empty());
        var small = new WorkerUsage(0, 250_000_000, 0, 0, 1, 1, Optional.empty());
        var measured =
                RunUsage.first(story.now(), Map.of(new Rank(3), computing, new Rank(4), small));

        model.show(story.snapshot(), Optional.of(measured), story.now());

        assertThat(model.cells().get(3).usage()).isEqualTo("346 % · 12 GB");
        assertThat(model.cells().get(4).usage()).isEqualTo("0 % · 0.3 GB");
        assertThat(model.cells().get(5).usage()).isEmpty();
    }

    @Test
    void a_cell_of_a_worker_that_failed_tells_why() {
        show(
                story.started()
                        .exited(3, new WorkerExit.Failed(1))
                        .explained(
                                3,
                                new WorkerExit.Failed(1),
                                new FailureCause.Raised("ValueError: bad sample")));

        assertThat(model.cells().get(3).spoken()).endsWith(": ValueError: bad sample");
    }

    @Test
    void the_first_look_at_a_failed_run_is_at_the_culprit() {
        show(
                story.started()
                        .crashed(6, new WorkerExit.Failed(1), "rank 6 failed")
                        .ended(Outcome.FAILED, 1, "rank 6 failed"));

        assertThat(model.selected().get()).contains(new Rank(6));
    }

    @Test
    void news_never_moves_the_selection() {
        show(story.started());
        model.select(new Rank(1));

        show(story.exited(6, new WorkerExit.Failed(1)).stopping("rank 6 failed; restart 1 of 3"));

        assertThat(model.selected().get()).contains(new Rank(1));
    }

    @Test
    void each_run_remembers_which_rank_was_looked_at() {
        var other = RunStory.accepted("other", "eval.py", 4, 0).started();
        show(story.started());
        model.select(new Rank(5));

        show(other);
        assertThat(model.selected().get()).contains(new Rank(0));
        show(story);

        assertThat(model.selected().get()).contains(new Rank(5));
    }

    @Test
    void the_selection_stops_at_the_ends() {
        show(story.started());

        model.move(-3);
        assertThat(model.selected().get()).contains(new Rank(0));
        model.move(Integer.MAX_VALUE);

        assertThat(model.selected().get()).contains(new Rank(7));
    }

    @Test
    void news_about_a_thousand_ranks_is_one_change() {
        var many = RunStory.accepted("many", "train.py", 1024, 0).started();
        show(many);
        var changes = new AtomicInteger();
        model.cells().addListener((ListChangeListener<RankCell>) _ -> changes.incrementAndGet());

        show(many.after(Duration.ofSeconds(1)));
        show(many);

        assertThat(changes).hasValue(1);
    }

    private void show(RunStory told) {
        model.show(told.snapshot(), Optional.empty(), told.now());
    }
}
