package dev.muster.gui.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Optional;

class WorkerStandingTest {
    private final RunStory story = RunStory.accepted("7f3a", "train.py", 4, 3);

    @Test
    void a_worker_that_was_not_started_is_expected_and_has_no_process() {
        story.attemptBegun(0, "first start of 4 workers");

        assertThat(of(0))
                .isEqualTo(
                        new WorkerStanding(
                                new Standing(Mark.EXPECTED, "expected"),
                                Optional.empty(),
                                Optional.empty()));
    }

    @Test
    void a_running_worker_shows_its_process_and_for_how_long() {
        story.started().after(Duration.ofSeconds(5));

        assertThat(of(1))
                .isEqualTo(
                        new WorkerStanding(
                                new Standing(Mark.RUNNING, "running"),
                                Optional.of(41_201L),
                                Optional.of(Duration.ofSeconds(5))));
    }

    @Test
    void a_silent_worker_says_since_when() {
        var quietSince = story.started().now();
        story.after(Duration.ofSeconds(94)).silent(3, quietSince);

        assertStands(3, Mark.SILENT, "silent 1 min 34 s");
    }

    @Test
    void a_stopping_worker_counts_down() {
        story.started().stopping("restart asked for by you").after(Duration.ofSeconds(18));

        assertStands(0, Mark.STOPPING, "stopping 12 s left");
    }

    @Test
    void the_first_to_fail_is_the_culprit_while_the_attempt_still_ends() {
        story.started()
                .exited(2, new WorkerExit.Failed(1))
                .stopping("rank 2 failed with exit code 1; restart 1 of 3")
                .after(Duration.ofSeconds(1))
                .exited(0, new WorkerExit.Failed(1))
                .exited(1, new WorkerExit.Killed(Signal.TERM, true));

        assertStands(2, Mark.FAILED, "failed: exit 1");
        assertStands(0, Mark.COLLATERAL, "exit 1");
        assertStands(1, Mark.COLLATERAL, "stopped with group");
    }

    @Test
    void the_culprit_that_the_attempt_names_is_the_one_shown() {
        story.started()
                .exited(2, new WorkerExit.Failed(1))
                .exited(3, new WorkerExit.Killed(new Signal(11), false))
                .attemptEnded(Optional.of(3), "rank 3 was killed by SIGSEGV");

        assertStands(3, Mark.FAILED, "failed: SIGSEGV");
        assertStands(2, Mark.COLLATERAL, "exit 1");
    }

    @Test
    void workers_that_were_stopped_on_request_are_nobodys_victims() {
        story.started().stopping("stopped by you").othersStopped();

        assertStands(0, Mark.STOPPED, "stopped");
    }

    @Test
    void a_worker_that_is_done_says_so() {
        story.started().exited(1, new WorkerExit.Succeeded());

        assertStands(1, Mark.DONE, "done");
    }

    @Test
    void a_worker_that_never_started_ran_for_no_time() {
        story.attemptBegun(0, "first start").exited(0, new WorkerExit.NeverStarted("no such file"));

        assertThat(of(0))
                .isEqualTo(
                        new WorkerStanding(
                                new Standing(Mark.FAILED, "could not start"),
                                Optional.empty(),
                                Optional.empty()));
    }

    private void assertStands(int rank, Mark mark, String words) {
        assertThat(of(rank).standing()).isEqualTo(new Standing(mark, words));
    }

    private WorkerStanding of(int rank) {
        var run = story.snapshot();
        return WorkerStanding.of(
                run.workers().get(rank), run, WorkerStanding.culprit(run), story.now());
    }
}
