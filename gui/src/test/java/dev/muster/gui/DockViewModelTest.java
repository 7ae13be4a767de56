package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.WorkerExit;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.util.Optional;

class DockViewModelTest {
    private static final Optional<Rank> RANK = Optional.of(new Rank(1));

    private final DockViewModel model = new DockViewModel();
    private final RunStory story = RunStory.accepted("7f3a", "train.py", 2, 3);

    @Test
    void the_log_of_the_selected_rank_is_shown() {
        story.started();

        look(story);

        assertThat(model.choice().get()).isEqualTo(log(0));
    }

    @Test
    void a_rank_that_has_not_started_says_so_in_place_of_a_log() {
        story.attemptBegun(0, "first start of 2 workers").workerStarted(0);

        look(story);

        assertThat(model.choice().get())
                .isEqualTo(new LogChoice.None("Rank 1 has not been started yet."));
    }

    @Test
    void a_restart_is_followed() {
        look(story.started());

        restart();

        assertThat(model.attempts())
                .extracting(AttemptChip::hint)
                .containsExactly("Log of attempt 1: rank 0 failed", "Log of attempt 2: restart");
        assertThat(model.choice().get()).isEqualTo(log(1));
    }

    @Test
    void a_rank_that_failed_opens_on_what_it_said_of_it() {
        story.started().crashed(1, new WorkerExit.Failed(1), "rank 1 failed");

        look(story);

        assertThat(model.choice().get())
                .isEqualTo(
                        new LogChoice.Worker(
                                new RunId("7f3a"), 0, new LocalRank(1), LogStream.STDERR));
    }

    @Test
    void an_earlier_attempt_stays_shown_once_it_was_picked() {
        story.started();
        restart();
        model.pick(0);

        restart();

        assertThat(model.choice().get()).isEqualTo(log(0));
    }

    @Test
    void picking_the_newest_attempt_follows_again() {
        story.started();
        restart();
        model.pick(0);
        model.pick(1);

        restart();

        assertThat(model.choice().get()).isEqualTo(log(2));
    }

    @Test
    void another_run_begins_at_its_newest_attempt() {
        story.started();
        restart();
        model.pick(0);

        var other = RunStory.accepted("other", "eval.py", 2, 0).started();
        look(other);

        assertThat(model.attempt().get()).isZero();
        assertThat(model.choice().get())
                .isEqualTo(
                        new LogChoice.Worker(
                                new RunId("other"), 0, new LocalRank(1), LogStream.STDOUT));
    }

    @Test
    void pages_hear_of_the_attempt_that_was_picked_and_of_the_rank_and_the_time() {
        story.started();
        restart();

        model.pick(0);

        var focus = model.focus().get().orElseThrow();
        assertThat(focus.run()).isEqualTo(story.snapshot());
        assertThat(focus.attempt()).isZero();
        assertThat(focus.rank()).isEqualTo(RANK);
        assertThat(focus.now()).isEqualTo(story.now());
    }

    private void look(RunStory told) {
        model.show(told.snapshot(), Optional.empty(), RANK, told.now());
    }

    private void restart() {
        story.crashed(0, new WorkerExit.Failed(1), "rank 0 failed").attempt(1, "restart");
        look(story);
    }

    private static LogChoice log(int attempt) {
        return new LogChoice.Worker(new RunId("7f3a"), attempt, new LocalRank(1), LogStream.STDOUT);
    }
}
