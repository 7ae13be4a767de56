package dev.muster.gui.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.AgentException;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.stacks.Rung;
import dev.muster.gui.stacks.StacksViewModel.Shape;
import dev.muster.gui.state.RunFocus;
import dev.muster.gui.testing.RunStory;
import dev.muster.gui.testing.StagedSession;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

class StacksViewModelTest {
    private final StagedSession session = new StagedSession();
    private Instant now = RunStory.NOON.plusSeconds(60);
    private final StacksViewModel model =
            new StacksViewModel(session, Runnable::run, () -> now, ZoneOffset.UTC);

    @Test
    void before_anybody_was_asked_the_page_says_what_it_does_and_its_key() {
        show(running());

        assertThat(model.message().get()).contains("Press S to ask all ranks");
        assertThat(model.rows()).isEmpty();
    }

    @Test
    void what_ranks_told_is_shown_with_who_is_odd_and_how_it_was_learned() {
        show(running());
        session.stand(Told.hanging());

        model.askAll();

        assertThat(model.message().get()).isEmpty();
        assertThat(model.summary().get().odd())
                .contains(
                        "rank 2 in read (ssl.py:1103), unlike ranks 0-1 in all_reduce"
                                + " (distributed_c10d.py:2806)");
        assertThat(model.summary().get().facts())
                .isEqualTo("12:01:00 · took 0.0 s · 3 of 3 told: 3 by py-spy");
    }

    @Test
    void asked_twice_the_page_says_who_stands_where_it_stood() {
        show(running());
        session.stand(Told.hanging());

        model.askAll();
        now = now.plusSeconds(42);
        model.askAll();

        assertThat(model.summary().get().compared())
                .contains("Since 12:01:00, 42 s before: all 3 ranks stand where they stood");
        assertThat(model.history()).hasSize(2);
    }

    @Test
    void the_selected_rank_is_shown_alone_when_that_is_wanted() {
        show(running());
        session.stand(Told.hanging());
        model.askAll();

        model.turn(Shape.RANK);

        assertThat(model.rows().get(1).text()).startsWith("all_reduce");
        model.show(focus(running(), 2));
        assertThat(model.rows().get(1).text()).startsWith("read  ");
    }

    @Test
    void a_rank_that_was_not_asked_then_says_so_instead_of_nothing() {
        show(running());
        session.stand(Told.hanging());
        model.askSelected();
        model.turn(Shape.RANK);

        model.show(focus(running(), 2));

        assertThat(model.message().get()).startsWith("Rank 2 was not asked then.");
    }

    @Test
    void only_those_that_told_nothing_are_ended_for_their_last_words() {
        var asked = new Asked();
        var asking = new StacksViewModel(asked.session(), Runnable::run, () -> now, ZoneOffset.UTC);
        asking.show(focus(running(), 0));
        asking.askAll();
        asked.answer(List.of(Told.by(Rung.PY_SPY, 0, Told.WAITING), Told.nothing(1)));

        assertThat(asking.summary().get().silent()).isEqualTo("rank 1");
        asking.end();

        assertThat(asked.whom).containsExactly(new LocalRank(1));
        assertThat(asked.mayEnd).isTrue();
    }

    @Test
    void while_an_answer_is_on_its_way_nobody_is_asked_again_and_the_page_says_how_long() {
        var asked = new Asked();
        var asking = new StacksViewModel(asked.session(), Runnable::run, () -> now, ZoneOffset.UTC);
        asking.show(focus(running(), 0));

        asking.askAll();
        now = now.plusSeconds(4);
        asking.askAll();
        asking.show(focus(running(), 0));

        assertThat(asking.progress().get()).isEqualTo("Asking 3 ranks… 4 s");
        assertThat(asked.times).isEqualTo(1);
        asked.answer(Told.hanging());
        assertThat(asking.progress().get()).isEmpty();
    }

    @Test
    void why_nobody_could_be_asked_is_told_and_what_was_known_stays() {
        var asked = new Asked();
        var asking = new StacksViewModel(asked.session(), Runnable::run, () -> now, ZoneOffset.UTC);
        asking.show(focus(running(), 0));
        asking.askAll();
        asked.answer(Told.hanging());

        asking.askAll();
        asked.fail(new AgentException("the agent is gone"));

        assertThat(asking.summary().get().trouble())
                .contains("Nobody could be asked: the agent is gone.");
        assertThat(asking.rows()).isNotEmpty();
    }

    @Test
    void in_a_run_that_is_over_nobody_can_be_asked() {
        show(RunStory.accepted("7f3a", "train.py", 3, 0).started().succeeded().snapshot());

        assertThat(model.askable().get()).isEmpty();
        assertThat(model.message().get()).isEqualTo(StackWords.NOBODY);
    }

    @Test
    void of_a_worker_that_is_gone_nobody_is_ended() {
        var asked = new Asked();
        var asking = new StacksViewModel(asked.session(), Runnable::run, () -> now, ZoneOffset.UTC);
        var story = RunStory.accepted("7f3a", "train.py", 3, 0).started();
        asking.show(focus(story.snapshot(), 0));
        asking.askAll();
        asked.answer(List.of(Told.by(Rung.PY_SPY, 0, Told.WAITING), Told.nothing(1)));

        asking.show(focus(story.exited(1, new WorkerExit.Failed(1)).snapshot(), 0));

        assertThat(asking.summary().get().silent()).isEmpty();
    }

    @Test
    void a_file_has_the_tree_and_every_ranks_own_words() {
        show(running());
        session.stand(Told.hanging());
        model.askAll();

        assertThat(model.report().orElseThrow())
                .startsWith(
                        "run 7f3a, attempt 1\nasked at 2026-03-01T12:01:00Z: 3 ranks, 3 ranks told")
                .contains("[rank 2] read_block")
                .contains("--- rank 2 ---\n" + Told.READING);
    }

    private void show(JobSnapshot run) {
        model.show(focus(run, 0));
    }

    private static JobSnapshot running() {
        return RunStory.accepted("7f3a", "train.py", 3, 0).started().snapshot();
    }

    private RunFocus focus(JobSnapshot run, int rank) {
        return new RunFocus(run, Optional.empty(), Optional.of(new Rank(rank)), 0, now);
    }

    /** A session whose answer comes when the test says so. */
    private static final class Asked {
        private CompletableFuture<List<RankStack>> answer = new CompletableFuture<>();
        private Set<LocalRank> whom = Set.of();
        private boolean mayEnd;
        private int times;

        StagedSession session() {
            var staged = new StagedSession();
            staged.answerStacks(this::ask);
            return staged;
        }

        private CompletableFuture<List<RankStack>> ask(Set<LocalRank> ranks, boolean end) {
            times++;
            whom = ranks;
            mayEnd = end;
            answer = new CompletableFuture<>();
            return answer;
        }

        void answer(List<RankStack> stacks) {
            answer.complete(stacks);
        }

        void fail(Throwable why) {
            answer.completeExceptionally(why);
        }
    }
}
