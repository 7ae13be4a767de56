package dev.muster.gui.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.RunId;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;

class RunsViewModelTest {
    private final RunsViewModel model = new RunsViewModel("This computer", ZoneOffset.ofHours(1));
    private final RunStory over = RunStory.accepted("old", "eval.py", 2, 0).started().succeeded();
    private final RunStory going = RunStory.accepted("new", "train.py", 2, 0).started();

    @Test
    void the_newest_run_stands_first() {
        model.show(List.of(over.snapshot(), going.snapshot()), RunStory.NOON);

        assertThat(model.items()).extracting(RunItem::name).containsExactly("train.py", "eval.py");
    }

    @Test
    void runs_of_one_script_are_told_apart_by_the_time_of_day() {
        model.show(List.of(going.snapshot()), RunStory.NOON);

        assertThat(model.items().getFirst().spoken())
                .isEqualTo("train.py of 13:00, running · 2 ranks");
    }

    @Test
    void a_run_that_is_going_on_is_looked_at_before_one_that_is_over() {
        model.show(List.of(going.snapshot(), over.snapshot()), RunStory.NOON);

        assertThat(model.selected().get()).contains(new RunId("new"));
    }

    @Test
    void a_run_that_appears_does_not_take_the_selection() {
        model.show(List.of(over.snapshot()), RunStory.NOON);

        model.show(List.of(over.snapshot(), going.snapshot()), RunStory.NOON);

        assertThat(model.selected().get()).contains(new RunId("old"));
    }

    @Test
    void an_item_stays_the_same_while_its_line_changes() {
        model.show(List.of(going.snapshot()), RunStory.NOON);
        var item = model.items().getFirst();

        going.after(Duration.ofSeconds(10)).succeeded();
        model.show(List.of(going.snapshot()), going.now());

        assertThat(model.items()).containsExactly(item);
        assertThat(item.standing().get().words()).isEqualTo("done in 10 s");
    }
}
