package dev.muster.gui.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.AgentCommand.ForceStop;
import dev.muster.agent.command.AgentCommand.Leave;
import dev.muster.agent.command.AgentCommand.Restart;
import dev.muster.agent.command.AgentCommand.Scale;
import dev.muster.agent.command.AgentCommand.SignalWorker;
import dev.muster.agent.command.AgentCommand.SkipWaiting;
import dev.muster.agent.command.AgentCommand.Stop;
import dev.muster.agent.command.Aim;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NodeView;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RendezvousEvent.NodesSeen;
import dev.muster.agent.event.RendezvousEvent.RoundJoined;
import dev.muster.agent.event.RendezvousEvent.RoundSought;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Placement;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

class RunViewModelTest {
    private static final RunId RUN = new RunId("7f3a");

    private final List<AgentCommand> sent = new ArrayList<>();
    private final List<JobSnapshot> again = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
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

                        @Override
                        public CompletionStage<CommandOutcome> ask(AgentCommand command) {
                            sent.add(command);
                            return CompletableFuture.completedFuture(
                                    new CommandOutcome.Refused("a foreign agent takes part"));
                        }

                        @Override
                        public void edit(JobSnapshot run) {
                            asked.add("edit " + run.run());
                        }

                        @Override
                        public void compare(RunId run) {
                            asked.add("compare " + run);
                        }

                        @Override
                        public void delete(RunId run) {
                            asked.add("delete " + run);
                        }
                    });
    private final RunStory story = RunStory.accepted("7f3a", "train.py", 8, 3);

    @Test
    void a_run_that_is_only_watched_can_be_asked_nothing_and_says_why() {
        story.started();
        var viewer =
                new Rights(
                        Optional.of("You are viewer there."),
                        Optional.of("No admin."),
                        Optional.empty());

        model.show(story.snapshot(), story.now(), viewer);
        model.runAgain();

        assertThat(model.restartable().get()).isFalse();
        assertThat(model.stoppable().get()).isFalse();
        assertThat(model.whyNotSteered().get()).isEqualTo("You are viewer there.");
        assertThat(again).isEmpty();
    }

    @Test
    void a_refused_scale_is_remembered_until_the_nodes_meet_anew() {
        var among = RunStory.together("7f3a", "train.py", 2, 2, 4);
        among.tell(new RoundJoined(among.now(), 3, 1, 2, 2, 4, "gpu-a:41873"));
        model.show(among.snapshot(), among.now(), Rights.ALL);
        assertThat(model.why(RunChoices::whyNotScaled)).isEmpty();

        var _ = model.scale(1, 2);

        assertThat(sent).containsExactly(new Scale(Aim.at(among.snapshot()), 1, 2));
        assertThat(model.why(RunChoices::whyNotScaled))
                .contains("The agent refused it: a foreign agent takes part.");
        among.tell(new RoundJoined(among.now(), 4, 1, 2, 2, 4, "gpu-a:41873"));
        model.show(among.snapshot(), among.now(), Rights.ALL);
        assertThat(model.why(RunChoices::whyNotScaled)).isEmpty();
    }

    @Test
    void a_signal_goes_to_one_worker_in_the_attempt_that_was_in_view() {
        story.started();
        model.show(story.snapshot(), story.now(), Rights.ALL);

        model.signal(new LocalRank(3), Signal.STOP);

        assertThat(sent)
                .containsExactly(
                        new SignalWorker(Aim.at(story.snapshot()), new LocalRank(3), Signal.STOP));
    }

    @Test
    void what_takes_a_card_of_its_own_is_asked_of_the_window() {
        story.started();
        model.show(story.snapshot(), story.now(), Rights.ALL);

        model.edit();
        model.compare();
        model.delete();

        assertThat(asked).containsExactly("edit 7f3a", "compare 7f3a", "delete 7f3a");
    }

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
    void the_facts_tell_this_nodes_restarts_from_those_of_all_nodes_where_these_are_known() {
        var among = RunStory.together("7f3a", "train.py", 2, 2, 4);
        var place = new Placement(1, 2, 2, 4, 2, 4);
        among.tell(new RoundJoined(among.now(), 3, place, "gpu-a:41873", Optional.of(5)));

        model.show(among.snapshot(), among.now(), Rights.ALL);

        assertThat(model.facts().get().orElseThrow().facts())
                .extracting(Facts.Fact::whole)
                .contains("no restarts allowed", "5 used by all nodes");
    }

    @Test
    void among_other_nodes_the_facts_say_which_round_and_which_node_this_is() {
        var among = RunStory.together("7f3a", "train.py", 2, 2, 4);
        among.tell(new RoundJoined(among.now(), 3, 1, 2, 2, 4, "gpu-a:41873"));

        model.show(among.snapshot(), among.now(), Rights.ALL);

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
                        new Restart(new Aim(RUN, 1)),
                        new Stop(new Aim(RUN, 1), Duration.ofSeconds(30)),
                        new ForceStop(new Aim(RUN, 1)));
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
    void among_other_nodes_a_run_can_be_left_to_them() {
        var among = awaitingOthers();

        model.show(among.snapshot(), among.now(), Rights.ALL);
        model.leave();

        assertThat(model.isAmongOthers()).isTrue();
        assertThat(sent).containsExactly(new Leave(new Aim(RUN, 0, 1), Duration.ofSeconds(30)));
    }

    @Test
    void waiting_for_other_nodes_can_be_skipped_only_while_it_lasts() {
        var among = awaitingOthers();
        model.show(among.snapshot(), among.now(), Rights.ALL);
        assertThat(model.skippable().get()).isTrue();

        model.skipWaiting();
        among.ended(Outcome.SUCCEEDED, 0, "done here");
        model.show(among.snapshot(), among.now(), Rights.ALL);

        assertThat(sent).containsExactly(new SkipWaiting(new Aim(RUN, 0, 1)));
        assertThat(model.skippable().get()).isFalse();
    }

    @Test
    void the_question_before_a_stop_among_other_nodes_tells_stopping_from_leaving() {
        var among = awaitingOthers();

        model.show(among.snapshot(), among.now(), Rights.ALL);

        assertThat(model.stopConsequence())
                .isEqualTo(
                        "Stopping the job ends it on every node. Leaving it ends only this part;"
                                + " the other nodes go on or wait for a replacement.");
    }

    @Test
    void at_the_exit_barrier_the_nodes_that_are_done_are_counted() {
        var among = awaitingOthers();

        model.show(among.snapshot(), among.now(), Rights.ALL);

        assertThat(model.arrived().get()).contains(new Arrived(1, 2, "1 of 2 nodes done"));
    }

    @Test
    void before_a_round_the_nodes_that_are_here_are_counted() {
        var among = RunStory.together("7f3a", "train.py", 8, 2, 4);
        among.tell(new RoundSought(among.now(), "joining round 0"));
        var first = new NodeView("gpu-a_1_0", "gpu-a", NodeView.Standing.MEMBER, 0);
        among.tell(new NodesSeen(among.now(), 0, false, List.of(first), "1 of 2 nodes"));

        model.show(among.snapshot(), among.now(), Rights.ALL);

        assertThat(model.arrived().get()).contains(new Arrived(1, 2, "1 of 2 nodes here"));
    }

    private static RunStory awaitingOthers() {
        var among = RunStory.together("7f3a", "train.py", 1, 2, 2);
        among.tell(new RoundJoined(among.now(), 1, 0, 2, 0, 2, "gpu-a:41873"));
        among.started().exited(0, new WorkerExit.Succeeded());
        return among.atExitBarrier("gpu-b_7_0");
    }

    @Test
    void workers_that_are_there_are_counted() {
        story.attemptBegun(0, "first start of 8 workers").workerStarted(0).workerStarted(1);

        show();

        assertThat(model.arrived().get()).contains(new Arrived(2, 8, "2 of 8 running"));
    }

    private void show() {
        model.show(story.snapshot(), story.now(), Rights.ALL);
    }
}
