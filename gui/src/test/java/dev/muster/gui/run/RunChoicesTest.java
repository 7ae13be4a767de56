package dev.muster.gui.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.SaveFirst;
import dev.muster.agent.job.Signal;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Optional;

class RunChoicesTest {
    private final RunStory alone = RunStory.accepted("7f3a", "train.py", 2, 3).started();

    @Test
    void a_run_on_one_node_is_not_scaled_and_says_how_to_get_one_that_is() {
        assertThat(choices(alone).whyNotScaled().orElseThrow())
                .startsWith("It runs on one node alone");
    }

    @Test
    void nodes_that_meet_by_c10d_are_scaled_and_those_that_meet_by_static_are_not() {
        var elastic = RunStory.together("a", "train.py", 2, 2, 4).started();
        var fixed = RunStory.together("b", "train.py", 2, 2, 2, "static").started();

        assertThat(choices(elastic).whyNotScaled()).isEmpty();
        assertThat(choices(fixed).whyNotScaled().orElseThrow())
                .startsWith("Its nodes meet by static");
    }

    @Test
    void save_and_stop_is_offered_where_the_workers_have_a_save_signal() {
        var save = new SaveFirst(new Signal(10), Duration.ofSeconds(60));
        var saving = RunStory.saving("s", "train.py", 2, save).started();

        assertThat(choices(saving).whyNotSaved()).isEmpty();
        assertThat(choices(alone).whyNotSaved().orElseThrow()).contains("--save-signal USR1");
    }

    @Test
    void a_signal_needs_a_worker_that_is_there() {
        assertThat(choices(alone).whyNotSignalled()).isEmpty();
        assertThat(choices(RunStory.accepted("n", "train.py", 2, 0)).whyNotSignalled())
                .contains("No worker runs on this node now.");
    }

    @Test
    void a_run_is_deleted_when_it_is_over_and_not_before() {
        assertThat(choices(alone).whyNotDeleted()).contains("It still runs; stop it first.");

        assertThat(choices(alone.succeeded()).whyNotDeleted()).isEmpty();
    }

    @Test
    void what_is_over_is_neither_scaled_nor_saved() {
        var over = choices(alone.succeeded());

        assertThat(over.whyNotScaled()).contains("The run is over.");
        assertThat(over.whyNotSaved()).contains("The run is over.");
    }

    @Test
    void what_may_not_be_steered_says_only_that() {
        var rights =
                new Rights(
                        Optional.of("Paired as viewer."),
                        Optional.of("No admin."),
                        Optional.of("Elsewhere."));
        var choices = new RunChoices(alone.snapshot(), rights, Optional.empty());

        assertThat(choices.whyNotScaled()).contains("Paired as viewer.");
        assertThat(choices.whyNotSaved()).contains("Paired as viewer.");
        assertThat(choices.whyNotSignalled()).contains("Paired as viewer.");
        assertThat(choices.whyNotEdited()).contains("No admin.");
        assertThat(choices.whyNotCompared()).contains("Elsewhere.");
        assertThat(choices.whyNotDeleted()).contains("Elsewhere.");
    }

    private static RunChoices choices(RunStory story) {
        return new RunChoices(story.snapshot(), Rights.ALL, Optional.empty());
    }
}
