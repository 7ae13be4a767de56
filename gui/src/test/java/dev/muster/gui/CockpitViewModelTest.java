package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.fleet.Fleet;
import dev.muster.agent.fleet.FleetPlace;
import dev.muster.agent.fleet.FleetSnapshot;
import dev.muster.agent.fleet.PlaceId;
import dev.muster.agent.fleet.PlaceSnapshot;
import dev.muster.agent.fleet.RunAt;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.pairing.Role;
import dev.muster.agent.session.AgentSnapshot;
import dev.muster.gui.testing.FleetStory;
import dev.muster.gui.testing.NoActions;
import dev.muster.gui.testing.RunStory;
import dev.muster.gui.testing.StagedSession;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class CockpitViewModelTest {
    private final StagedSession session = new StagedSession();
    private final List<String> notices = new ArrayList<>();
    private final CockpitViewModel model =
            new CockpitViewModel(
                    Fleet.of(session, () -> RunStory.NOON),
                    new NoActions(),
                    () -> RunStory.NOON,
                    Runnable::run,
                    notices::add,
                    new NoCards());
    private final RunStory training = RunStory.accepted("7f3a", "train.py", 4, 3).started();

    @Test
    void before_the_first_snapshot_nothing_is_claimed() {
        assertThat(model.middle().get()).isEqualTo(CockpitViewModel.Middle.NOTHING);
    }

    @Test
    void without_runs_the_first_steps_are_shown() {
        show();

        assertThat(model.middle().get()).isEqualTo(CockpitViewModel.Middle.FIRST_STEPS);
        assertThat(model.status().workers().get()).isEqualTo("no workers");
    }

    @Test
    void a_run_fills_header_grid_dock_and_status() {
        show(training);

        assertThat(model.middle().get()).isEqualTo(CockpitViewModel.Middle.RUN);
        assertThat(model.run().name().get()).isEqualTo("train.py");
        assertThat(model.dock().choice().get()).isInstanceOf(LogChoice.Worker.class);
        assertThat(model.status().store().get()).isEqualTo("store 127.0.0.1:41873");
        assertThat(model.status().workers().get()).isEqualTo("4 workers running");
    }

    @Test
    void while_a_run_is_on_its_way_no_first_steps_are_offered() {
        model.opens(true);
        show();
        assertThat(model.middle().get()).isEqualTo(CockpitViewModel.Middle.OPENING);

        model.opens(false);

        assertThat(model.middle().get()).isEqualTo(CockpitViewModel.Middle.FIRST_STEPS);
    }

    @Test
    void a_refused_command_is_told_in_a_sentence() {
        session.refuse("the group is stopping: restart 1 of 3");
        show(training);

        model.run().restart();

        assertThat(notices).containsExactly("Not done: the group is stopping: restart 1 of 3.");
    }

    @Test
    void running_again_starts_the_same_spec_and_looks_at_it() {
        String because = "rank 1 failed with exit code 3; no restarts were allowed";
        show(
                training.crashed(1, new WorkerExit.Failed(3), because)
                        .ended(Outcome.FAILED, 3, because));

        model.run().runAgain();

        assertThat(session.launched()).containsExactly(training.snapshot().spec());
        assertThat(model.middle().get()).isEqualTo(CockpitViewModel.Middle.RUN);
        show(training, RunStory.accepted("launched-1", "train.py", 4, 3));
        assertThat(model.runs().selected().get().map(RunAt::run)).contains(new RunId("launched-1"));
    }

    @Test
    void runs_of_other_agents_outlive_the_window() {
        model.show(FleetStory.of(FleetStory.here(training.snapshot())));

        assertThat(model.middle().get()).isEqualTo(CockpitViewModel.Middle.RUN);
        assertThat(model.active()).isEmpty();
        assertThat(model.status().agent().get()).isEqualTo("Background agent");
    }

    @Test
    void before_every_agent_here_was_heard_of_no_first_steps_are_offered() {
        var unheard =
                new PlaceSnapshot(
                        new PlaceId("here"),
                        FleetPlace.Kind.HERE,
                        "agent 812",
                        false,
                        new AgentSnapshot("", List.of()),
                        () -> RunStory.NOON,
                        Optional.empty(),
                        Role.ADMIN);

        model.show(FleetStory.of(unheard));

        assertThat(model.middle().get()).isEqualTo(CockpitViewModel.Middle.NOTHING);
    }

    @Test
    void only_runs_that_go_on_are_lost_by_closing() {
        var over = RunStory.accepted("over", "eval.py", 2, 0).started().succeeded();

        show(over, training);

        assertThat(model.active()).containsExactly(training.snapshot());
    }

    /** A window that shows no cards. */
    private static final class NoCards implements CockpitViewModel.Beyond {
        @Override
        public void edit(JobSpec spec) {
            throw new AssertionError("nobody asked for that");
        }

        @Override
        public void compare(RunId run) {
            throw new AssertionError("nobody asked for that");
        }

        @Override
        public void delete(RunId run) {
            throw new AssertionError("nobody asked for that");
        }
    }

    private void show(RunStory... stories) {
        var runs = List.of(stories).stream().map(RunStory::snapshot).toList();
        model.show(FleetSnapshot.of(new AgentSnapshot("gpu-a", runs), () -> RunStory.NOON));
    }
}
