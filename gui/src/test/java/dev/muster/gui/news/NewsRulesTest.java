package dev.muster.gui.news;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.fleet.FleetSnapshot;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.session.AgentSnapshot;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.util.List;

class NewsRulesTest {
    private final RunStory story = RunStory.accepted("7f3a", "train.py", 4, 3).started();

    @Test
    void a_run_that_finishes_is_good_news() {
        var before = seen();
        story.succeeded();

        assertThat(NewsRules.between(before, seen()))
                .extracting(News::title, News::isBad)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("train.py finished", false));
    }

    @Test
    void a_run_that_fails_is_bad_news_and_says_why() {
        var before = seen();
        story.exited(2, new WorkerExit.Failed(1)).ended(Outcome.FAILED, 1, "rank 2 failed");

        assertThat(NewsRules.between(before, seen()))
                .singleElement()
                .satisfies(
                        news -> {
                            assertThat(news.title()).isEqualTo("train.py failed");
                            assertThat(news.words()).isNotEmpty();
                            assertThat(news.isBad()).isTrue();
                        });
    }

    @Test
    void a_restart_is_told_with_its_reason() {
        var before = seen();
        story.crashed(2, new WorkerExit.Failed(1), "rank 2 failed; restart 1 of 3");
        story.attempt(1, "rank 2 failed; restart 1 of 3");

        assertThat(NewsRules.between(before, seen()))
                .singleElement()
                .extracting(News::title)
                .isEqualTo("train.py restarted");
    }

    @Test
    void a_rank_that_falls_silent_is_told_once() {
        var before = seen();
        story.silent(3);
        var silent = seen();

        assertThat(NewsRules.between(before, silent))
                .singleElement()
                .extracting(News::sentence)
                .isEqualTo("train.py: rank 3 is silent.");
        assertThat(NewsRules.between(silent, seen())).isEmpty();
    }

    @Test
    void what_somebody_stopped_is_no_news() {
        var before = seen();
        story.ended(Outcome.STOPPED, 0, "stopped by you");

        assertThat(NewsRules.between(before, seen())).isEmpty();
    }

    @Test
    void a_run_that_was_over_before_anybody_looked_is_no_news() {
        story.succeeded();

        assertThat(NewsRules.between(FleetSnapshot.EMPTY, seen())).isEmpty();
    }

    private FleetSnapshot seen() {
        List<JobSnapshot> runs = List.of(story.snapshot());
        return FleetSnapshot.of(new AgentSnapshot("gpu-a", runs), story::now);
    }
}
