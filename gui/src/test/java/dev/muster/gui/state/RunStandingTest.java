package dev.muster.gui.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.Phase;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Optional;

class RunStandingTest {
    private final RunStory story = RunStory.accepted("7f3a", "train.py", 4, 3);

    @Test
    void a_run_that_was_accepted_is_starting() {
        assertLine(Mark.STARTING, "starting · 4 ranks");
    }

    @Test
    void a_run_whose_workers_all_run_says_how_many() {
        story.started();

        assertLine(Mark.RUNNING, "running · 4 ranks");
    }

    @Test
    void workers_that_are_done_are_not_counted_as_running() {
        story.started().exited(2, new WorkerExit.Succeeded());

        assertLine(Mark.RUNNING, "running · 3 of 4 ranks");
    }

    @Test
    void a_restarted_run_says_how_much_of_its_budget_is_used() {
        story.started().crashed(1, new WorkerExit.Failed(3), "rank 1 failed").attempt(1, "restart");

        assertLine(Mark.RUNNING, "restart 1 of 3 · 4 ranks");
    }

    @Test
    void one_silent_rank_is_named_and_timed_by_its_last_output() {
        var quietSince = story.started().now();
        story.after(Duration.ofSeconds(12)).silent(2, quietSince);

        assertLine(Mark.SILENT, "rank 2 silent 12 s");
    }

    @Test
    void several_silent_ranks_are_counted_and_timed_by_the_longest() {
        var quietSince = story.started().now();
        story.after(Duration.ofSeconds(40)).silent(2).silent(1, quietSince);

        assertLine(Mark.SILENT, "2 ranks silent 40 s");
    }

    @Test
    void a_stopping_run_counts_down_to_force() {
        story.started().stopping("stopped by you").after(Duration.ofMillis(3_400));

        assertLine(Mark.STOPPING, "stopping · 27 s left");
    }

    @Test
    void a_forced_run_has_no_time_left() {
        story.started().stopping("stopped by you").forced("force asked for by you");

        assertLine(Mark.STOPPING, "stopping · being killed");
    }

    @Test
    void a_finished_run_says_how_long_it_took() {
        story.started().after(Duration.ofSeconds(192)).succeeded().after(Duration.ofHours(2));

        assertLine(Mark.DONE, "done in 3 min 12 s");
    }

    @Test
    void a_failed_run_names_the_culprit_and_how_it_ended() {
        story.started()
                .crashed(1, new WorkerExit.Failed(3), "rank 1 failed with exit code 3")
                .ended(Outcome.FAILED, 3, "rank 1 failed with exit code 3");

        assertLine(Mark.FAILED, "failed: rank 1 exit code 3");
    }

    @Test
    void a_signal_is_called_by_its_name() {
        story.started()
                .crashed(1, new WorkerExit.Killed(Signal.KILL, false), "rank 1 was killed")
                .ended(Outcome.FAILED, 137, "rank 1 was killed");

        assertLine(Mark.FAILED, "failed: rank 1 SIGKILL");
    }

    @Test
    void a_stopped_run_was_stopped_by_you() {
        story.started()
                .stopping("stopped by you")
                .othersStopped()
                .attemptEnded(Optional.empty(), "stopped by you")
                .ended(Outcome.STOPPED, 143, "stopped by you");

        assertLine(Mark.STOPPED, "stopped by you");
    }

    @Test
    void a_run_whose_end_was_only_seen_from_outside_is_over() {
        var seen = story.started().snapshot().seen(Phase.ENDED, "nobody is there any more");

        assertThat(RunStanding.of(seen, story.now())).isEqualTo(new Standing(Mark.STOPPED, "over"));
    }

    private void assertLine(Mark mark, String words) {
        assertThat(RunStanding.of(story.snapshot(), story.now()))
                .isEqualTo(new Standing(mark, words));
    }
}
