package dev.muster.gui.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.Phase;
import dev.muster.agent.job.WorkerExit;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Optional;

class SentencesTest {
    private final RunStory story = RunStory.accepted("7f3a", "train.py", 8, 3);

    @Test
    void all_is_well_is_said_quietly() {
        story.started();

        assertThat(sentence().whole()).isEqualTo("Running: first start of 8 workers");
        assertThat(sentence().loud()).isFalse();
    }

    @Test
    void a_restarted_run_is_not_said_to_be_failing() {
        String because = "rank 2 failed with exit code 1; restart 1 of 3";
        story.started().crashed(2, new WorkerExit.Failed(1), because).attempt(1, because);

        assertThat(sentence().whole()).isEqualTo("Running again: " + because);
        assertThat(sentence().loud()).isFalse();
    }

    @Test
    void silence_is_told_with_who_since_when_and_what_comes_next() {
        var quietSince = story.started().now();
        story.after(Duration.ofSeconds(12)).silent(5, quietSince);

        assertThat(sentence().whole())
                .isEqualTo(
                        "Rank 5 is silent: last output 12 s ago. It still runs; nothing is done"
                                + " unless you stop or restart the group.");
        assertThat(sentence().loud()).isTrue();
    }

    @Test
    void a_few_silent_ranks_are_named() {
        story.started().silent(5).silent(1).silent(2);

        assertThat(sentence().lead()).isEqualTo("Ranks 1, 2 and 5 are silent");
    }

    @Test
    void many_silent_ranks_are_counted() {
        story.started().silent(0).silent(1).silent(2).silent(3).silent(4);

        assertThat(sentence().lead()).isEqualTo("5 ranks are silent");
    }

    @Test
    void stopping_says_why() {
        story.started()
                .exited(2, new WorkerExit.Failed(1))
                .stopping("rank 2 failed with exit code 1; restart 1 of 3");

        assertThat(sentence().whole())
                .isEqualTo("Stopping: rank 2 failed with exit code 1; restart 1 of 3");
    }

    @Test
    void a_stop_that_is_not_over_yet_was_asked_for() {
        story.started().stopping("stopped by you");

        assertThat(sentence().whole()).isEqualTo("Stopping: asked for by you");
    }

    @Test
    void a_stop_is_not_told_twice() {
        story.started()
                .stopping("stopped by you")
                .othersStopped()
                .attemptEnded(Optional.empty(), "stopped by you")
                .ended(Outcome.STOPPED, 143, "stopped by you");

        assertThat(sentence().whole()).isEqualTo("Stopped by you");
    }

    @Test
    void the_end_of_a_failed_run_is_loud_and_that_of_a_good_one_is_not() {
        String because = "rank 1 failed with exit code 3; no restarts were allowed";
        var failed =
                RunStory.accepted("bad", "train.py", 2, 0)
                        .started()
                        .crashed(1, new WorkerExit.Failed(3), because)
                        .ended(Outcome.FAILED, 3, because);
        var done = RunStory.accepted("good", "train.py", 2, 0).started().succeeded();

        assertThat(Sentences.of(failed.snapshot(), failed.now()).loud()).isTrue();
        assertThat(Sentences.of(done.snapshot(), done.now()).loud()).isFalse();
    }

    @Test
    void a_run_whose_end_was_only_seen_from_outside_is_said_to_be_over() {
        var seen = story.started().snapshot().seen(Phase.ENDED, "nobody is there any more");

        assertThat(Sentences.of(seen, story.now()).whole())
                .isEqualTo("Over: nobody is there any more");
    }

    private Sentence sentence() {
        return Sentences.of(story.snapshot(), story.now());
    }
}
