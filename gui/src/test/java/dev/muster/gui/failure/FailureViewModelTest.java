package dev.muster.gui.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.gui.failure.FailureCard.Victim;
import dev.muster.gui.testing.RecordedPlaces;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

class FailureViewModelTest {
    private static final WorkerExit EXIT_1 = new WorkerExit.Failed(1);
    private static final WorkerExit STOPPED = new WorkerExit.Killed(Signal.TERM, true);

    private final RecordedPlaces places = new RecordedPlaces();
    private final FailureViewModel model = new FailureViewModel(ZoneOffset.UTC, places);
    private final RunStory story = RunStory.accepted("7f3a", "train.py", 4, 3).started();

    @Test
    void a_run_without_a_failure_says_so() {
        model.show(story.snapshot());

        assertThat(model.card().get()).isEmpty();
        assertThat(model.message().get()).isEqualTo("No failure in this run.");
        assertThat(FailureViewModel.count(story.snapshot())).isZero();
    }

    @Test
    void the_culprit_is_told_apart_from_those_it_took_along() {
        fail(2, "ValueError: bad batch");

        model.show(story.snapshot());

        var card = model.card().get().orElseThrow();
        assertThat(card.title()).isEqualTo("Rank 2 failed with exit code 1");
        assertThat(card.reason()).isEqualTo("ValueError: bad batch");
        assertThat(card.facts())
                .containsExactly(
                        "attempt 1",
                        "at 12:01:35.000",
                        "after 1 min 35 s",
                        "local rank 2",
                        "pid 41202",
                        "on gpu-a");
        assertThat(card.collateral())
                .extracting(Victim::sentence)
                .containsExactly(
                        "rank 3 failed with exit code 1: RuntimeError: Connection closed by peer",
                        "ranks 0, 1 stopped with the group (SIGTERM)");
        assertThat(model.message().get()).isEmpty();
    }

    @Test
    void while_the_group_is_still_being_stopped_the_culprit_is_known_and_the_reason_is_not() {
        story.exited(1, new WorkerExit.Killed(new Signal(11), false)).stopping("rank 1 failed");

        model.show(story.snapshot());

        var card = model.card().get().orElseThrow();
        assertThat(card.title()).isEqualTo("Rank 1 was killed by SIGSEGV");
        assertThat(card.meaning()).startsWith("Native code touched memory");
        assertThat(card.next())
                .containsExactly("Why is looked into once the last worker of the group is gone.");
    }

    @Test
    void a_restart_leaves_the_failure_in_sight() {
        fail(2, "ValueError: bad batch");
        story.attempt(1, "restart 1 of 3");

        model.show(story.snapshot());

        assertThat(model.card().get().orElseThrow().attempt()).isZero();
        assertThat(FailureViewModel.count(story.snapshot())).isOne();
    }

    @Test
    void the_newest_of_several_failures_is_shown_until_another_is_picked() {
        fail(2, "ValueError: first");
        story.attempt(1, "restart 1 of 3");
        fail(0, "ValueError: second");
        model.show(story.snapshot());
        assertThat(model.failed().get()).containsExactly(0, 1);
        assertThat(model.card().get().orElseThrow().reason()).isEqualTo("ValueError: second");

        model.pick(0);
        model.show(story.attempt(2, "restart 2 of 3").snapshot());

        assertThat(model.card().get().orElseThrow().reason()).isEqualTo("ValueError: first");
    }

    @Test
    void another_run_begins_at_its_own_newest_failure() {
        fail(2, "ValueError: first");
        story.attempt(1, "restart 1 of 3");
        fail(0, "ValueError: second");
        model.show(story.snapshot());
        model.pick(0);

        model.show(RunStory.accepted("other", "eval.py", 1, 0).started().snapshot());
        model.show(story.snapshot());

        assertThat(model.card().get().orElseThrow().reason()).isEqualTo("ValueError: second");
    }

    @Test
    void a_failure_that_nobody_looked_into_is_told_as_far_as_it_is_known() {
        story.crashed(1, EXIT_1, "rank 1 failed with exit code 1; restart 1 of 3")
                .attempt(1, "restart 1 of 3");

        model.show(story.snapshot());

        var card = model.card().get().orElseThrow();
        assertThat(card.title()).isEqualTo("Rank 1 failed with exit code 1; restart 1 of 3");
        assertThat(card.culprit()).contains(new Rank(1));
    }

    @Test
    void its_log_is_that_of_the_culprit_in_that_attempt() {
        fail(2, "ValueError: bad batch");
        model.show(story.attempt(1, "restart 1 of 3").snapshot());

        model.openLog();

        assertThat(places.shown()).containsExactly("log of rank 2 in attempt 0");
    }

    @Test
    void all_of_it_can_be_sent_to_somebody_as_text() {
        fail(2, "ValueError: bad batch");
        model.show(story.snapshot());

        assertThat(model.card().get().orElseThrow().text())
                .startsWith("Rank 2 failed with exit code 1\nValueError: bad batch\nattempt 1 · ")
                .contains("ranks 0, 1 stopped with the group")
                .endsWith("\n\nTraceback (most recent call last):\nValueError: bad batch");
    }

    private void fail(int rank, String exception) {
        story.after(Duration.ofSeconds(95))
                .exited(rank, EXIT_1)
                .stopping("stopping")
                .othersStopped();
        var others = List.of(0, 1, 2, 3).stream().filter(other -> other != rank).toList();
        story.explained(
                story.failure(
                        rank,
                        EXIT_1,
                        new FailureCause.Raised(exception),
                        List.of("Traceback (most recent call last):", exception)),
                story.failure(
                        others.get(2),
                        EXIT_1,
                        new FailureCause.LostPeer("RuntimeError: Connection closed by peer"),
                        List.of()),
                story.failure(others.get(0), STOPPED, new FailureCause.Stopped(), List.of()),
                story.failure(others.get(1), STOPPED, new FailureCause.Stopped(), List.of()));
        story.attemptEnded(Optional.of(rank), "rank %d failed".formatted(rank));
    }
}
