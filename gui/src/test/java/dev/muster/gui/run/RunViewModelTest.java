package dev.muster.gui.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.AgentCommand.ForceStop;
import dev.muster.agent.command.AgentCommand.Restart;
import dev.muster.agent.command.AgentCommand.Stop;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RendezvousEvent.RoundJoined;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.WorkerExit;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

class RunViewModelTest {
    private static final RunId RUN = new RunId("7f3a");

    private final List<AgentCommand> sent = new ArrayList<>();
    private final List<JobSnapshot> again = new ArrayList<>();
    private final RunViewModel model =
            new RunViewModel(
                    new RunViewModel.Actions() {
                        @Override
                        public void send(AgentCommand command) {
                            sent.add(command);
                        }

                        @Override
                        public void runAgain(JobSnapshot run) {
                            again.add(run);
                        }
                    });
    private final RunStory story = RunStory.accepted("7f3a", "train.py", 8, 3);

    @Test
    void the_facts_count_attempts_from_one_and_time_from_acceptance() {
        story.started()
                .crashed(2, new WorkerExit.Failed(1), "rank 2 failed")
                .attempt(1, "restart 1 of 3")
                .after(Duration.ofSeconds(749));

        show();

        assertThat(model.facts().get().orElseThrow().facts())
                .extracting(Facts.Fact::whole)
                .containsExactly(
                        "run 7f3a", "attempt 2", "1 of 3 restarts used", "world 8", "00:12:31");
    }

    @Test
    void among_other_nodes_the_facts_say_which_round_and_which_node_this_is() {
        var among = RunStory.together("7f3a", "train.py", 2, 2, 4);
        among.tell(new RoundJoined(among.now(), 3, 1, 2, 2, 4, "gpu-a:41873"));

        model.show(among.snapshot(), among.now());

        assertThat(model.facts().get().orElseThrow().facts())
                .extracting(Facts.Fact::whole)
                .containsExactly(
                        "run 7f3a",
                        "attempt 1",
                        "no restarts allowed",
                        "round 3",
                        "node 1 of 2",
                        "world 4",
                        "00:00:00");
    }

    @Test
    void commands_name_the_attempt_they_were_meant_for() {
        story.started().crashed(2, new WorkerExit.Failed(1), "rank 2 failed").attempt(1, "again");
        show();

        model.restart();
        model.stop();
        model.force();

        assertThat(sent)
                .containsExactly(
                        new Restart(RUN, 1),
                        new Stop(RUN, 1, Duration.ofSeconds(30)),
                        new ForceStop(RUN, 1));
    }

    @Test
    void stopping_shows_the_time_left_and_then_that_force_is_used() {
        story.started().stopping("stopped by you").after(Duration.ofSeconds(3));
        show();
        assertThat(model.aside().get()).isEqualTo("27 s left, then SIGKILL");

        story.forced("the grace is over: killing ranks 0 and 1");
        show();

        assertThat(model.aside().get()).isEqualTo("being killed");
    }

    @Test
    void force_is_offered_for_a_stop_that_was_asked_for_here() {
        story.started();
        show();
        model.stop();

        story.stopping("stopped by you");
        show();

        assertThat(model.forceable().get()).isTrue();
        assertThat(model.stoppable().get()).isFalse();
    }

    @Test
    void force_is_not_offered_while_a_crash_is_cleaned_up_for_a_restart() {
        story.started()
                .exited(2, new WorkerExit.Failed(1))
                .stopping("rank 2 failed; restart 1 of 3");

        show();

        assertThat(model.forceable().get()).isFalse();
        assertThat(model.stoppable().get()).isTrue();
        assertThat(model.restartable().get()).isFalse();
    }

    @Test
    void a_run_that_is_over_shows_its_exit_code_and_can_be_run_again() {
        String because = "rank 2 failed with exit code 3; the only restart is used";
        story.started()
                .crashed(2, new WorkerExit.Failed(3), because)
                .ended(Outcome.FAILED, 3, because);
        show();

        model.runAgain();

        assertThat(model.over().get()).isTrue();
        assertThat(model.aside().get()).isEqualTo("exit code 3");
        assertThat(model.arrived().get()).isEmpty();
        assertThat(again).containsExactly(story.snapshot());
    }

    @Test
    void the_question_before_a_stop_says_what_happens_to_whom() {
        story.started();

        show();

        assertThat(model.stopConsequence())
                .isEqualTo(
                        "8 workers are asked to end (SIGTERM), and killed after 30 s if still"
                                + " there. The run ends and is not restarted.");
    }

    @Test
    void workers_that_are_there_are_counted() {
        story.attemptBegun(0, "first start of 8 workers").workerStarted(0).workerStarted(1);

        show();

        assertThat(model.arrived().get()).contains(new Arrived(2, 8, "2 of 8 running"));
    }

    private void show() {
        model.show(story.snapshot(), story.now());
    }
}
