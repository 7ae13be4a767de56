package dev.muster.gui.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.fleet.Fleet;
import dev.muster.agent.fleet.FleetPlace.Kind;
import dev.muster.agent.fleet.PastRuns;
import dev.muster.agent.fleet.PlaceId;
import dev.muster.agent.fleet.RunAt;
import dev.muster.agent.history.HistoryFigures;
import dev.muster.agent.history.HistoryQuery;
import dev.muster.agent.history.KeepLimits;
import dev.muster.agent.history.PastRun;
import dev.muster.agent.history.RunState;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.Connection;
import dev.muster.agent.session.RemoteSession.Lack;
import dev.muster.gui.testing.FleetStory;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class FleetViewModelTest {
    private static final PlaceId HERE = new PlaceId("here");
    private static final PlaceId BOX = new PlaceId("gpu-box");

    private final Asked asked = new Asked();
    private final FleetViewModel model = new FleetViewModel(asked, ZoneOffset.ofHours(1));
    private final RunStory over =
            RunStory.accepted("old", "eval.py", 2, 0, "gpu-a", RunStory.NOON.minusSeconds(600))
                    .started()
                    .succeeded();
    private final RunStory going = RunStory.accepted("new", "train.py", 2, 0).started();

    @Test
    void the_newest_run_stands_first() {
        show(over, going);

        assertThat(names()).containsExactly("train.py", "eval.py");
    }

    @Test
    void runs_of_one_script_are_told_apart_by_the_time_of_day_or_by_their_day() {
        show(
                going,
                RunStory.accepted(
                        "older", "train.py", 2, 0, "a", RunStory.NOON.minusSeconds(86_400)));

        assertThat(runs().getFirst().spoken()).isEqualTo("train.py of 13:00, running · 2 ranks");
        assertThat(runs().getLast().accepted()).isEqualTo("yesterday");
    }

    @Test
    void a_run_that_is_going_on_is_looked_at_before_one_that_is_over() {
        show(going, over);

        assertThat(model.selected().get()).contains(new RunAt(HERE, new RunId("new")));
    }

    @Test
    void a_run_that_appears_does_not_take_the_selection() {
        show(over);

        show(over, going);

        assertThat(model.selected().get()).contains(new RunAt(HERE, new RunId("old")));
    }

    @Test
    void the_run_of_the_last_window_is_looked_at_when_it_appears_unless_another_was_chosen() {
        model.prefer(new RunId("old"));
        show(going);
        show(over, going);

        assertThat(model.selected().get()).contains(new RunAt(HERE, new RunId("old")));
    }

    @Test
    void a_choice_outweighs_what_the_last_window_looked_at() {
        var other = RunStory.accepted("other", "sweep.py", 2, 0).started();
        model.prefer(new RunId("old"));
        show(going, other);
        model.select(new RunAt(HERE, new RunId(idOfTheOther())));
        Optional<RunAt> chosen = model.selected().get();

        show(over, going, other);

        assertThat(model.selected().get()).isEqualTo(chosen);
    }

    private String idOfTheOther() {
        return model.selected().get().orElseThrow().run().value().equals("new") ? "other" : "new";
    }

    @Test
    void a_run_that_was_started_is_looked_at_as_soon_as_it_is_there() {
        show(going);

        model.await(new RunId("old"));
        assertThat(model.selected().get().map(RunAt::run)).contains(new RunId("new"));
        show(going, over);

        assertThat(model.selected().get().map(RunAt::run)).contains(new RunId("old"));
    }

    @Test
    void what_was_attached_is_looked_at_as_soon_as_it_tells_of_a_run() {
        show(over);
        model.select(new RunAt(HERE, new RunId("old")));

        model.awaitAt(BOX);
        show(over);
        assertThat(model.selected().get().map(RunAt::run)).contains(new RunId("old"));
        model.show(
                FleetStory.of(
                        FleetStory.here(over.snapshot()),
                        FleetStory.machine("gpu-box", going.snapshot())),
                RunStory.NOON);

        assertThat(model.selected().get()).contains(new RunAt(BOX, new RunId("new")));
    }

    @Test
    void a_run_that_was_chosen_meanwhile_stays_when_what_was_attached_tells_of_one() {
        show(over);
        model.awaitAt(BOX);
        model.select(new RunAt(HERE, new RunId("old")));
        show(over, going);
        model.select(new RunAt(HERE, new RunId("new")));

        model.show(
                FleetStory.of(
                        FleetStory.here(over.snapshot(), going.snapshot()),
                        FleetStory.machine("gpu-box", over.snapshot())),
                RunStory.NOON);

        assertThat(model.selected().get()).contains(new RunAt(HERE, new RunId("new")));
    }

    @Test
    void when_the_place_that_is_looked_at_goes_another_run_is_shown() {
        model.show(
                FleetStory.of(
                        FleetStory.here(over.snapshot()),
                        FleetStory.machine("gpu-box", going.snapshot())),
                RunStory.NOON);
        model.select(new RunAt(BOX, new RunId("new")));

        show(over);

        assertThat(model.selected().get().map(RunAt::run)).contains(new RunId("old"));
    }

    @Test
    void an_item_stays_the_same_while_its_line_changes() {
        show(going);
        var row = model.rows().getLast();

        going.after(Duration.ofSeconds(10)).succeeded();
        show(going);

        assertThat(model.rows()).contains(row);
        assertThat(runs().getFirst().standing().get().words()).isEqualTo("done in 10 s");
    }

    @Test
    void without_runs_the_list_says_how_they_come() {
        model.show(FleetStory.of(), RunStory.NOON);

        assertThat(spoken())
                .containsExactly(
                        "This computer",
                        "No runs yet. Those you start here or with muster run in a terminal appear"
                                + " by themselves.");
    }

    @Test
    void a_machine_out_of_reach_keeps_its_runs_as_they_stood_and_says_since_when_and_why() {
        var quiet = going.silent(1, RunStory.NOON);
        model.show(
                FleetStory.of(
                        FleetStory.unreached(
                                "gpu-box",
                                RunStory.NOON.plusSeconds(60),
                                "Connection refused",
                                quiet.snapshot())),
                RunStory.NOON.plusSeconds(3_600));

        assertThat(spoken())
                .endsWith(
                        "gpu-box (ssh); Delete: Detach",
                        "Reconnecting since 13:01. Connection refused.; Enter: Try now",
                        "train.py of 13:00, rank 1 silent 1 min 00 s; not reached: Connection"
                                + " refused");
    }

    @Test
    void an_agent_that_was_killed_leaves_its_run_with_the_reason() {
        model.show(
                FleetStory.of(FleetStory.gone(RunStory.NOON, going.snapshot(), over.snapshot())),
                RunStory.NOON);

        assertThat(runs().getFirst().spoken())
                .isEqualTo(
                        "train.py of 13:00, agent gone · running · 2 ranks; not reached: the agent"
                                + " (pid 812) has ended");
        assertThat(runs().getLast().outOfReach().get()).isEmpty();
    }

    @Test
    void where_muster_is_missing_the_list_says_how_it_gets_there() {
        model.show(
                FleetStory.of(
                        FleetStory.lacking("gpu-box", new Lack.Muster("Install it on gpu-box")),
                        FleetStory.lacking("lab", new Lack.Agent("No agent of yours runs on lab"))),
                RunStory.NOON);

        assertThat(spoken())
                .contains(
                        "Muster is not there. Install it on gpu-box.",
                        "No agent there. No agent of yours runs on lab.; Enter: Start an agent"
                                + " there");
    }

    @Test
    void words_and_states_filter_the_runs_and_the_search_in_the_past() {
        show(over, going);

        model.text().set("TRAIN running");
        assertThat(names()).containsExactly("train.py");
        assertThat(asked.queries.getLast().words()).containsExactly("TRAIN", "running");

        model.text().set("");
        model.states().set(StateFilter.DONE);
        assertThat(names()).containsExactly("eval.py");
        assertThat(asked.queries.getLast().states())
                .containsExactlyInAnyOrder(RunState.SUCCEEDED, RunState.STOPPED);
    }

    @Test
    void when_nothing_matches_one_row_says_so_and_shows_all_again() {
        show(going);
        model.text().set("nothing like that");
        assertThat(spoken()).containsExactly("No run matches; Enter: Show all");

        model.act(model.rows().getFirst().acts().getFirst());

        assertThat(names()).containsExactly("train.py");
    }

    @Test
    void the_past_is_listed_without_what_stands_above_and_opens_as_a_recording() {
        show(over);
        assertThat(asked.queries).hasSize(1);
        showPast(
                List.of(
                        FleetStory.past(
                                "old",
                                "eval.py",
                                RunState.SUCCEEDED,
                                RunStory.NOON,
                                Duration.ofMinutes(3)),
                        FleetStory.past(
                                "past",
                                "sweep.py",
                                RunState.FAILED,
                                RunStory.NOON.minusSeconds(90_000),
                                Duration.ofMinutes(3))));

        assertThat(spoken())
                .endsWith("History", "sweep.py of yesterday, failed, exit code 1 · 3 min 00 s");
        model.select(new RunAt(Fleet.RECORDED, new RunId("past")));
        assertThat(asked.opened).containsExactly(new RunId("past"));
        assertThat(model.selected().get()).contains(new RunAt(Fleet.RECORDED, new RunId("past")));
    }

    @Test
    void below_the_past_it_is_said_how_much_is_kept_of_how_much_and_what_goes() {
        show(over);
        var figures =
                new HistoryFigures(
                        new KeepLimits(
                                Optional.of(50L << 30), Optional.of(5_000), Optional.empty()),
                        Optional.empty(),
                        new HistoryFigures.Amount(12, 3L << 20),
                        new HistoryFigures.Amount(1, 1L << 20),
                        Optional.empty());

        model.showPast(
                new PastRuns.Listing(
                        HistoryQuery.EVERYTHING,
                        List.of(),
                        Optional.empty(),
                        Optional.of(figures)));

        assertThat(spoken())
                .contains("The next clean-up removes 1 run, 1.0 MiB.")
                .last()
                .isEqualTo(". 12 runs, 3.0 MiB are kept, of at most 5,000 runs, 50.0 GiB.");
    }

    @Test
    void a_second_run_is_held_beside_the_one_that_is_looked_at_and_never_a_run_beside_itself() {
        show(over, going);
        model.select(new RunAt(HERE, new RunId("old")));

        model.compareWith(new RunAt(HERE, new RunId("old")));
        model.compareWith(new RunAt(HERE, new RunId("new")));

        assertThat(asked.compared).containsExactly(List.of(new RunId("old"), new RunId("new")));
    }

    @Test
    void a_run_that_was_deleted_is_no_longer_looked_at_and_the_past_is_searched_anew() {
        show(over);
        model.select(new RunAt(Fleet.RECORDED, new RunId("past")));

        model.delete(new RunAt(Fleet.RECORDED, new RunId("past")));
        model.deleted(new RunId("past"));

        assertThat(asked.deleted).containsExactly(new RunId("past"));
        assertThat(model.selected().get()).contains(new RunAt(HERE, new RunId("old")));
        assertThat(asked.queries).hasSize(2);
    }

    @Test
    void a_recording_that_cannot_be_opened_gives_the_selection_back() {
        show(over);
        model.select(new RunAt(Fleet.RECORDED, new RunId("past")));

        model.notOpened(new RunId("past"));

        assertThat(model.selected().get()).contains(new RunAt(HERE, new RunId("old")));
    }

    @Test
    void a_run_that_ends_is_looked_for_in_the_past_anew() {
        show(going);
        assertThat(asked.queries).hasSize(1);

        going.succeeded();
        show(going);
        show(going);

        assertThat(asked.queries).hasSize(2);
    }

    @Test
    void a_job_that_is_watched_has_a_section_that_can_be_taken_away() {
        var job =
                FleetStory.place(
                        "job",
                        Kind.OBSERVED,
                        "Store head:29400",
                        new Connection.Connected(),
                        going.snapshot());
        model.show(FleetStory.of(job), RunStory.NOON);
        var section =
                model.rows().stream()
                        .filter(row -> !row.acts().isEmpty())
                        .findFirst()
                        .orElseThrow();

        model.act(section.acts().getFirst());

        assertThat(section.spoken()).isEqualTo("Store head:29400; Delete: Detach");
        assertThat(asked.detached).containsExactly(new PlaceId("job"));
    }

    private void show(RunStory... stories) {
        var runs = List.of(stories).stream().map(RunStory::snapshot).toList();
        model.show(
                FleetStory.of(
                        FleetStory.here(runs.toArray(dev.muster.agent.event.JobSnapshot[]::new))),
                RunStory.NOON);
    }

    private List<RunRow> runs() {
        return model.rows().stream()
                .filter(FleetRow.Run.class::isInstance)
                .map(row -> ((FleetRow.Run) row).run())
                .toList();
    }

    private List<String> names() {
        return runs().stream().map(RunRow::name).toList();
    }

    private void showPast(List<PastRun> runs) {
        model.showPast(
                new PastRuns.Listing(
                        HistoryQuery.EVERYTHING, runs, Optional.empty(), Optional.empty()));
    }

    private List<String> spoken() {
        return model.rows().stream().map(FleetRow::spoken).toList();
    }

    /** What the list asked for. */
    private static final class Asked implements FleetViewModel.Actions {
        private final List<HistoryQuery> queries = new ArrayList<>();
        private final List<RunId> opened = new ArrayList<>();
        private final List<List<RunId>> compared = new ArrayList<>();
        private final List<RunId> deleted = new ArrayList<>();
        private final List<PlaceId> detached = new ArrayList<>();

        @Override
        public void search(HistoryQuery query) {
            queries.add(query);
        }

        @Override
        public void open(RunId past) {
            opened.add(past);
        }

        @Override
        public void tryNow(PlaceId place) {
            throw new AssertionError("nobody asked for that");
        }

        @Override
        public void startAgent(PlaceId place) {
            throw new AssertionError("nobody asked for that");
        }

        @Override
        public void compare(RunId left, RunId right) {
            compared.add(List.of(left, right));
        }

        @Override
        public void delete(RunId run) {
            deleted.add(run);
        }

        @Override
        public void detach(PlaceId place) {
            detached.add(place);
        }
    }
}
