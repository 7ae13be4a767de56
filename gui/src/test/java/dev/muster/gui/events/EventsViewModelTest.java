package dev.muster.gui.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.AgentEvent.CommandTaken;
import dev.muster.agent.event.AgentEvent.Noticed;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerExit;
import dev.muster.gui.testing.RecordedPlaces;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class EventsViewModelTest {
    private static final Optional<Rank> RANK_1 = Optional.of(new Rank(1));

    private final RecordedPlaces places = new RecordedPlaces();
    private final EventsViewModel model = new EventsViewModel(ZoneOffset.UTC, places);
    private final RunStory story = RunStory.accepted("7f3a", "train.py", 2, 3).started();

    @Test
    void every_event_has_its_time_its_number_and_a_sentence() {
        story.after(Duration.ofMillis(1_250)).exited(1, new WorkerExit.Failed(1));

        look();

        assertThat(model.rows())
                .extracting(EventRow::line)
                .containsExactly(
                        "12:00:00.000  1  run  train.py was accepted on gpu-a",
                        "12:00:00.000  2  run  the workers' store listens at 127.0.0.1:41873",
                        "12:00:00.000  3  run  attempt 1 begins: first start of 2 workers",
                        "12:00:00.000  4  workers  rank 0 was started as process 41200",
                        "12:00:00.000  5  workers  rank 1 was started as process 41201",
                        "12:00:01.250  6  workers  rank 1 failed with exit code 1");
        assertThat(model.count().get()).isEqualTo("6 events");
    }

    @Test
    void words_find_events_in_whatever_case_they_are_written() {
        look();

        model.find(" Rank 1 ");

        assertThat(sentences()).containsExactly("rank 1 was started as process 41201");
        assertThat(model.count().get()).isEqualTo("1 of 5 events");
        model.find("");
        assertThat(model.rows()).hasSize(5);
    }

    @Test
    void picked_kinds_are_all_that_is_shown() {
        story.tell(new Noticed(story.now(), "the disk is nearly full"));
        story.tell(new CommandTaken(story.now(), "you", "restart", false, "it is stopping"));
        look();

        model.toggle(EventKind.NOTICES);
        model.toggle(EventKind.COMMANDS);

        assertThat(sentences())
                .containsExactly("the disk is nearly full", "you: restart refused: it is stopping");
        model.toggle(EventKind.NOTICES);
        model.toggle(EventKind.COMMANDS);
        assertThat(model.rows()).hasSize(7);
    }

    @Test
    void the_selected_rank_can_be_all_that_is_shown_and_is_followed_when_it_changes() {
        look();

        model.ofRankOnly(true);
        assertThat(sentences()).containsExactly("rank 1 was started as process 41201");

        model.show(story.snapshot().seq(), Optional.of(new Rank(0)));
        assertThat(sentences()).containsExactly("rank 0 was started as process 41200");
    }

    @Test
    void a_filter_that_lets_nothing_through_says_what_to_do() {
        look();

        model.find("nothing like that");

        assertThat(model.message().get())
                .isEqualTo(
                        "No event passes the filter. Clear the words, or let more kinds through.");
    }

    @Test
    void of_a_recording_only_what_had_happened_by_then_is_shown() {
        look();

        model.show(3, RANK_1);
        assertThat(sentences()).last().isEqualTo("attempt 1 begins: first start of 2 workers");

        model.show(4, RANK_1);
        assertThat(sentences()).last().isEqualTo("rank 0 was started as process 41200");
    }

    @Test
    void times_of_later_days_say_how_many_days_later() {
        story.after(Duration.ofHours(30)).exited(0, new WorkerExit.Succeeded());

        look();

        assertThat(model.rows().getLast().time()).isEqualTo("+1d 18:00:00.000");
    }

    @Test
    void an_event_leads_to_the_log_of_its_rank_in_its_attempt() {
        story.crashed(0, new WorkerExit.Failed(1), "rank 0 failed").attempt(1, "restart");
        look();

        boolean led = model.open(model.rows().getLast());

        assertThat(led).isTrue();
        assertThat(places.shown()).containsExactly("log of rank 1 in attempt 1");
    }

    @Test
    void what_says_why_an_attempt_failed_leads_there() {
        story.explained(0, new WorkerExit.Failed(1), new FailureCause.Exited());
        look();

        model.open(model.rows().getLast());

        assertThat(places.shown()).containsExactly("failure of attempt 0");
    }

    @Test
    void what_is_about_the_whole_run_leads_nowhere() {
        look();

        assertThat(model.open(model.rows().getFirst())).isFalse();
    }

    @Test
    void another_run_begins_anew() {
        look();
        var other = RunStory.accepted("other", "eval.py", 1, 0);

        model.begin(other.snapshot().run());
        model.add(other.events());
        model.show(other.snapshot().seq(), RANK_1);

        assertThat(sentences())
                .containsExactly(
                        "eval.py was accepted on gpu-a",
                        "the workers' store listens at 127.0.0.1:41873");
    }

    @Test
    void a_run_that_cannot_be_heard_says_so() {
        model.begin(story.snapshot().run());

        model.absent();

        assertThat(model.message().get())
                .isEqualTo("What happened to this run cannot be heard from here.");
    }

    @Test
    void of_a_run_that_says_more_than_anybody_reads_the_newest_is_kept() {
        var events = new ArrayList<>(story.events());
        for (int i = 0; i < 100_001; i++) {
            long seq = events.size() + 1L;
            events.add(new NumberedEvent(seq, new Noticed(story.now(), "notice " + seq)));
        }

        model.begin(story.snapshot().run());
        model.add(events);
        model.show(events.size(), RANK_1);

        assertThat(model.rows()).hasSize(90_000);
        assertThat(model.rows().getLast().seq()).isEqualTo(events.size());
    }

    private void look() {
        model.begin(story.snapshot().run());
        model.add(story.events());
        model.show(story.snapshot().seq(), RANK_1);
    }

    private List<String> sentences() {
        return model.rows().stream().map(EventRow::sentence).toList();
    }
}
