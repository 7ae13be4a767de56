package dev.muster.agent.supervise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import static java.time.Duration.ofSeconds;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.supervise.GroupInput.AskForce;
import dev.muster.agent.supervise.GroupInput.AskRestart;
import dev.muster.agent.supervise.GroupInput.AskStop;
import dev.muster.agent.supervise.GroupInput.Begin;
import dev.muster.agent.supervise.GroupInput.Exited;
import dev.muster.agent.supervise.GroupInput.JobOver;
import dev.muster.agent.supervise.GroupInput.NewRound;
import dev.muster.agent.supervise.GroupInput.NoRound;
import dev.muster.agent.supervise.GroupInput.NobodyLost;
import dev.muster.agent.supervise.GroupInput.OthersDone;
import dev.muster.agent.supervise.GroupInput.Parted;
import dev.muster.agent.supervise.GroupInput.RoundReady;
import dev.muster.agent.supervise.GroupInput.SkipOthers;
import dev.muster.agent.supervise.GroupInput.Swept;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.util.Optional;

/** What becomes of a group of one worker, with one restart, in a job of several nodes. */
class MeetingRulesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final WorkerExit DONE = new WorkerExit.Succeeded();
    private static final WorkerExit EXIT_3 = new WorkerExit.Failed(3);
    private static final LocalRank ONLY = new LocalRank(0);

    private final GroupRules rules =
            new GroupRules(1, new RestartPolicy(1), ofSeconds(30), true, 4);
    private Group group = new Group.Waiting();

    @Test
    void nothing_is_started_before_the_nodes_have_met() {
        var begun = on(new Begin());
        var ready = on(new RoundReady());

        assertThat(begun.effects()).containsExactly(new GroupEffect.Meet(0, "first start"));
        assertThat(ready.effects())
                .containsExactly(new GroupEffect.StartGroup(0, 0, "first start"));
    }

    @Test
    void a_failure_costs_a_restart_and_the_nodes_meet_anew_once_all_is_gone() {
        on(new Begin());
        on(new RoundReady());

        on(new Exited(ONLY, EXIT_3));
        var judged = on(new NobodyLost());
        var swept = on(new Swept(0));
        var again = on(new RoundReady());

        assertThat(judged.because()).isEqualTo("rank 4 failed with exit code 3; restart 1 of 1");
        assertThat(swept.effects()).endsWith(new GroupEffect.Meet(1, judged.because()));
        assertThat(again.effects())
                .containsExactly(new GroupEffect.StartGroup(1, 1, judged.because()));
    }

    @Test
    void a_failure_waits_for_its_verdict_until_it_is_known_that_no_node_is_lost() {
        on(new Begin());
        on(new RoundReady());

        var failed = on(new Exited(ONLY, EXIT_3));
        var swept = on(new Swept(0));
        var judged = on(new NobodyLost());

        assertThat(failed.effects()).contains(new GroupEffect.TellEnding(true));
        assertThat(failed.because())
                .isEqualTo("rank 4 failed with exit code 3; looking whether the other nodes live");
        assertThat(swept.next()).isInstanceOf(Group.Doubting.class);
        assertThat(swept.effects()).isEmpty();
        assertThat(judged.effects())
                .endsWith(
                        new GroupEffect.Meet(1, "rank 4 failed with exit code 3; restart 1 of 1"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_failure_that_a_lost_node_brought_about_costs_nothing(boolean knownLate) {
        failForTheLastTime();

        if (knownLate) on(new Swept(0));
        var known = on(new NewRound("node 1 is lost"));
        var last = knownLate ? known : on(new Swept(0));
        var again = on(new RoundReady());

        assertThat(last.effects())
                .containsExactly(
                        new GroupEffect.EndAttempt(1, Optional.empty(), "node 1 is lost"),
                        new GroupEffect.Meet(1, "node 1 is lost"));
        assertThat(again.effects())
                .containsExactly(new GroupEffect.StartGroup(2, 1, "node 1 is lost"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_lost_node_that_ends_the_job_ends_it_and_not_the_failure_it_brought_about(
            boolean knownLate) {
        failForTheLastTime();
        var over = new JobOver(Outcome.FAILED, 1, "node 1 is lost", Farewell.CLOSE);

        if (knownLate) on(new Swept(0));
        var known = on(over);
        var last = knownLate ? known : on(new Swept(0));

        assertThat(farewell(last)).isEqualTo(Farewell.CLOSE);
        assertThat(on(new Parted()).next()).isEqualTo(new Group.Over(1, Outcome.FAILED, 1));
    }

    @Test
    void whoever_stops_the_run_need_not_wait_for_the_verdict() {
        failForTheLastTime();
        on(new Swept(0));

        var stopped = on(new AskStop("you", Signal.TERM, ofSeconds(5), 143, Farewell.CLOSE));

        assertThat(farewell(stopped)).isEqualTo(Farewell.CLOSE);
        assertThat(on(new Parted()).next()).isEqualTo(new Group.Over(1, Outcome.STOPPED, 143));
    }

    @Test
    void a_verdict_comes_too_late_for_a_failure_that_is_settled() {
        failForTheLastTime();
        on(new Swept(0));
        on(new NewRound("node 1 is lost"));

        var late = on(new NobodyLost());

        assertThat(late.next()).isInstanceOf(Group.Meeting.class);
        assertThat(late.effects()).isEmpty();
    }

    @Test
    void a_new_node_stops_the_workers_and_costs_nothing() {
        on(new Begin());
        on(new RoundReady());

        var asked = on(new NewRound("1 node waits"));
        on(new Exited(ONLY, new WorkerExit.Killed(Signal.TERM, false)));
        on(new Swept(0));
        var again = on(new RoundReady());

        assertThat(asked.effects())
                .containsExactly(
                        new GroupEffect.TellEnding(false),
                        new GroupEffect.AskAll(Signal.TERM, NOW.plusSeconds(30), "1 node waits"),
                        new GroupEffect.WakeAt(NOW.plusSeconds(30)));
        assertThat(again.effects())
                .containsExactly(new GroupEffect.StartGroup(1, 0, "1 node waits"));
    }

    @Test
    void commands_name_the_last_attempt_while_the_nodes_meet_for_the_next() {
        on(new Begin());
        on(new RoundReady());
        on(new Exited(ONLY, EXIT_3));
        on(new NobodyLost());
        on(new Swept(0));

        assertThat(group).isInstanceOf(Group.Meeting.class);
        assertThat(group.attempt()).isZero();
        assertThat(on(new AskRestart("you")).accepted()).isFalse();
    }

    @Test
    void who_is_done_waits_for_the_others_and_closes_the_job_then() {
        finish();

        var done = on(new OthersDone("all 2 nodes are done"));
        var over = on(new Parted());

        assertThat(farewell(done)).isEqualTo(Farewell.CLOSE);
        assertThat(over.next()).isEqualTo(new Group.Over(0, Outcome.SUCCEEDED, 0));
        assertThat(over.because()).isEqualTo("all 2 nodes are done");
    }

    @Test
    void who_does_not_wait_for_the_others_leaves_them_their_job() {
        finish();

        var skipped = on(new SkipOthers("you"));

        assertThat(farewell(skipped)).isEqualTo(Farewell.LEAVE);
        assertThat(on(new Parted()).next()).isEqualTo(new Group.Over(0, Outcome.SUCCEEDED, 0));
    }

    @Test
    void ctrl_c_takes_the_waiting_from_who_is_done_and_not_the_success() {
        finish();

        var asked = on(new AskStop("SIGINT", Signal.INT, ofSeconds(5), 130, Farewell.LEAVE));

        assertThat(farewell(asked)).isEqualTo(Farewell.LEAVE);
        assertThat(asked.because())
                .isEqualTo("done here; told by SIGINT not to wait for the other nodes");
        assertThat(on(new Parted()).next()).isEqualTo(new Group.Over(0, Outcome.SUCCEEDED, 0));
    }

    @Test
    void any_other_signal_stops_who_waits_for_the_others() {
        finish();

        on(new AskStop("SIGTERM", Signal.TERM, ofSeconds(5), 143, Farewell.LEAVE));

        assertThat(on(new Parted()).next()).isEqualTo(new Group.Over(0, Outcome.STOPPED, 143));
    }

    @Test
    void a_member_that_failed_while_we_were_done_takes_us_into_a_new_round() {
        finish();

        var again = on(new NewRound("node 1 is back"));

        assertThat(again.effects()).containsExactly(new GroupEffect.Meet(0, "node 1 is back"));
        assertThat(on(new RoundReady()).effects())
                .containsExactly(new GroupEffect.StartGroup(1, 0, "node 1 is back"));
    }

    @Test
    void whoever_closes_the_job_does_not_take_our_success_away() {
        finish();

        on(new JobOver(Outcome.STOPPED, 143, "closed by b", Farewell.LEAVE));

        assertThat(on(new Parted()).next()).isEqualTo(new Group.Over(0, Outcome.SUCCEEDED, 0));
    }

    @Test
    void a_stop_ends_the_job_for_all_and_a_signal_only_our_part_in_it() {
        on(new Begin());

        var stopped = on(new AskStop("you", Signal.TERM, ofSeconds(5), 143, Farewell.CLOSE));
        group = new Group.Meeting(new Group.Start(0, 0, 0), "first start");
        var signalled = on(new AskStop("SIGINT", Signal.INT, ofSeconds(5), 130, Farewell.LEAVE));

        assertThat(farewell(stopped)).isEqualTo(Farewell.CLOSE);
        assertThat(farewell(signalled)).isEqualTo(Farewell.LEAVE);
    }

    @Test
    void a_spare_that_is_not_needed_ends_well() {
        on(new Begin());

        on(new NoRound(Outcome.SUCCEEDED, 0, "the job is over"));

        assertThat(on(new Parted()).next()).isEqualTo(new Group.Over(0, Outcome.SUCCEEDED, 0));
    }

    @Test
    void used_restarts_end_the_job_for_all_with_the_root_causes_code() {
        failForTheLastTime();
        on(new Swept(0));

        var judged = on(new NobodyLost());

        assertThat(farewell(judged)).isEqualTo(Farewell.CLOSE);
        assertThat(on(new Parted()).next()).isEqualTo(new Group.Over(1, Outcome.FAILED, 3));
    }

    @Test
    void a_job_that_is_over_while_its_workers_stop_is_not_started_again() {
        on(new Begin());
        on(new RoundReady());
        on(new NewRound("1 node waits"));

        on(new JobOver(Outcome.FAILED, 1, "node 1 is lost", Farewell.CLOSE));
        on(new Exited(ONLY, DONE));
        var swept = on(new Swept(0));

        assertThat(farewell(swept)).isEqualTo(Farewell.CLOSE);
        assertThat(on(new Parted()).next()).isEqualTo(new Group.Over(0, Outcome.FAILED, 1));
    }

    @Test
    void force_does_not_wait_until_the_others_are_told() {
        finish();
        on(new OthersDone("all 2 nodes are done"));

        var forced = on(new AskForce("you", 143, Farewell.CLOSE));

        assertThat(forced.next()).isEqualTo(new Group.Over(0, Outcome.SUCCEEDED, 0));
    }

    private static Farewell farewell(GroupRules.Step step) {
        return step.effects().getLast() instanceof GroupEffect.Part(var end)
                ? end.farewell()
                : fail("no farewell in " + step);
    }

    private void failForTheLastTime() {
        on(new Begin());
        on(new RoundReady());
        on(new Exited(ONLY, EXIT_3));
        on(new NobodyLost());
        on(new Swept(0));
        on(new RoundReady());
        on(new Exited(ONLY, EXIT_3));
    }

    private void finish() {
        on(new Begin());
        on(new RoundReady());
        on(new Exited(ONLY, DONE));
        var swept = on(new Swept(0));
        assertThat(swept.effects()).endsWith(new GroupEffect.AwaitOthers());
    }

    private GroupRules.Step on(GroupInput input) {
        var step = rules.on(group, input, NOW);
        group = step.next();
        return step;
    }
}
