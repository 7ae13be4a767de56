package dev.muster.gui.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.event.NodeView;
import dev.muster.agent.event.RendezvousEvent.NodeLost;
import dev.muster.agent.event.RendezvousEvent.NodesSeen;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.WorkerExit;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.state.RunFocus;
import dev.muster.gui.testing.RecordedPlaces;
import dev.muster.gui.testing.RecordedRun;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

class TimelineViewModelTest {
    private static final double WIDTH = 1_000;

    private final RecordedPlaces places = new RecordedPlaces();
    private final TimelineViewModel model = new TimelineViewModel(ZoneOffset.UTC, places, () -> {});
    private RunStory story = RunStory.accepted("7f3a", "train.py", 2, 3);

    @Test
    void each_rank_has_a_lane_and_each_attempt_a_bar_that_says_how_it_ended() {
        restarted();

        look();

        assertThat(model.lanes()).extracting(Lane::name).containsExactly("rank 0", "rank 1");
        assertThat(looks(0)).containsExactly("COLLATERAL stopped with group", "RUNNING running");
        assertThat(looks(1)).containsExactly("FAILED failed", "RUNNING running");
    }

    @Test
    void what_was_stopped_on_request_went_with_nobody() {
        story.started().after(Duration.ofSeconds(9)).stopping("stopped by you").othersStopped();

        look();

        assertThat(looks(0)).containsExactly("STOPPED stopped");
    }

    @Test
    void a_bar_that_goes_on_grows_with_time() {
        story.started();
        look();

        model.show(focus(story.now().plusSeconds(30)));

        var bar = model.lanes().getFirst().bars().getFirst();
        assertThat(model.end(bar.bar())).isEqualTo(story.now().plusSeconds(30));
        assertThat(model.now()).contains(story.now().plusSeconds(30));
        assertThat(model.scale(WIDTH).to()).isAfter(story.now().plusSeconds(30));
    }

    @Test
    void all_of_the_run_is_in_sight_until_somebody_zooms_and_again_when_asked_for() {
        restarted();
        look();
        assertThat(model.isFitted()).isTrue();

        model.zoom(3, 500, WIDTH);
        Duration near = model.scale(WIDTH).span();
        model.show(focus(story.now().plusSeconds(60)));

        assertThat(model.isFitted()).isFalse();
        assertThat(model.scale(WIDTH).span()).isEqualTo(near);
        model.fit();
        assertThat(model.scale(WIDTH).span()).isGreaterThan(near);
    }

    @Test
    void zooming_out_ends_with_all_of_the_run() {
        restarted();
        look();
        model.zoom(3, 500, WIDTH);

        model.zoom(-50, 200, WIDTH);

        assertThat(model.isFitted()).isTrue();
    }

    @Test
    void a_bar_says_everything_about_itself() {
        restarted();
        look();
        var lane = model.lanes().get(1);

        assertThat(model.spoken(lane, lane.bars().getFirst()))
                .isEqualTo(
                        "rank 1, attempt 1: failed with exit code 1; 12:00:00 to 12:00:20, 20 s");
        assertThat(model.spoken(lane, lane.bars().getLast()))
                .isEqualTo("rank 1, attempt 2: running; 12:00:22 to now, 0 s");
    }

    @Test
    void a_click_on_a_bar_leads_to_the_log_of_its_rank_in_its_attempt() {
        restarted();
        look();

        model.open(1, RunStory.NOON.plusSeconds(10));
        model.open(0, RunStory.NOON.minusSeconds(10));

        assertThat(places.shown()).containsExactly("log of rank 1 in attempt 0", "rank 0");
    }

    @Test
    void keys_move_the_selection_lane_by_lane_and_no_further_than_the_ends() {
        restarted();
        look();

        model.step(1);
        model.step(-5);
        model.openSelected(story.now().plusSeconds(1));

        assertThat(places.shown())
                .containsExactly("rank 1", "rank 0", "log of rank 0 in attempt 1");
    }

    @Test
    void nodes_stand_above_the_ranks_and_who_was_lost_says_so() {
        story = RunStory.together("7f3a", "train.py", 2, 1, 2);
        seen("gpu-a_7_0", "gpu-b_7_0").started();
        story.after(Duration.ofSeconds(30));
        story.tell(
                new NodeLost(story.now(), "gpu-b_7_0", Duration.ofSeconds(5), "gpu-b_7_0 is lost"));

        look();

        assertThat(model.lanes())
                .extracting(Lane::name)
                .containsExactly("gpu-a", "gpu-b", "rank 0", "rank 1");
        assertThat(looks(1)).containsExactly("FAILED lost");
        assertThat(looks(0)).containsExactly("RUNNING here");
        assertThat(model.markNear(RunStory.NOON.plusSeconds(29), RunStory.NOON.plusSeconds(31)))
                .contains("12:00:30: gpu-b_7_0 is lost");
    }

    @Test
    void a_run_without_workers_says_so() {
        look();

        assertThat(model.message()).isEqualTo("No worker has been started yet.");
    }

    @Test
    void silence_lies_over_the_bar_it_is_part_of() {
        story.started().after(Duration.ofSeconds(30)).silent(0, RunStory.NOON.plusSeconds(10));

        look();

        var found = model.barAt(0, RunStory.NOON.plusSeconds(20)).orElseThrow();
        assertThat(found.look().mark()).isEqualTo(Mark.SILENT);
        assertThat(model.barAt(0, RunStory.NOON.plusSeconds(5)).orElseThrow().look().mark())
                .isEqualTo(Mark.RUNNING);
    }

    @Test
    void silence_ends_with_the_one_that_was_silent_however_long_the_run_goes_on() {
        story.started().after(Duration.ofSeconds(30)).silent(0, RunStory.NOON.plusSeconds(10));
        story.crashed(1, new WorkerExit.Failed(1), "rank 1 failed").attempt(1, "restart 1 of 3");
        look();

        model.show(focus(story.now().plusSeconds(60)));

        assertThat(model.barAt(0, story.now().plusSeconds(30)).orElseThrow().look().mark())
                .isEqualTo(Mark.RUNNING);
    }

    @Test
    void of_a_recording_the_line_stands_where_it_does_and_what_is_to_come_is_known() {
        restarted();
        try (var recording = RecordedRun.of(story, () -> RunStory.NOON)) {
            model.replay().follow(Optional.of(TimelineView.playback(recording)));
            look();

            model.seek(RunStory.NOON.plusSeconds(10));

            await().until(() -> model.now().equals(Optional.of(RunStory.NOON.plusSeconds(10))));
            assertThat(model.isRecorded()).isTrue();
            assertThat(looks(1)).containsExactly("FAILED failed", "EXPECTED end not seen");
        }
    }

    private RunStory seen(String... names) {
        List<NodeView> nodes =
                List.of(names).stream()
                        .map(name -> new NodeView(name, name, NodeView.Standing.MEMBER, 0))
                        .toList();
        return story.tell(new NodesSeen(story.now(), 0, true, nodes, "round 0 is complete"));
    }

    private void restarted() {
        story.started()
                .after(Duration.ofSeconds(20))
                .crashed(1, new WorkerExit.Failed(1), "rank 1 failed")
                .attempt(1, "restart 1 of 3");
    }

    private void look() {
        model.begin(story.snapshot().run());
        model.add(story.events());
        model.show(focus(story.now()));
    }

    private RunFocus focus(Instant now) {
        return new RunFocus(story.snapshot(), Optional.empty(), Optional.of(new Rank(0)), 0, now);
    }

    private List<String> looks(int lane) {
        return model.lanes().get(lane).bars().stream()
                .map(bar -> "%s %s".formatted(bar.look().mark(), bar.look().word()))
                .toList();
    }
}
