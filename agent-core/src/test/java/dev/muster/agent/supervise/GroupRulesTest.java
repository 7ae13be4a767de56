package dev.muster.agent.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import static java.time.Duration.ofSeconds;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.supervise.GroupInput.AskForce;
import dev.muster.agent.supervise.GroupInput.AskRestart;
import dev.muster.agent.supervise.GroupInput.AskStop;
import dev.muster.agent.supervise.GroupInput.Begin;
import dev.muster.agent.supervise.GroupInput.Blamed;
import dev.muster.agent.supervise.GroupInput.Exited;
import dev.muster.agent.supervise.GroupInput.Swept;
import dev.muster.agent.supervise.GroupInput.Tick;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;

/** What becomes of a group of two workers with one restart and 30 seconds of grace. */
class GroupRulesTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration GRACE = ofSeconds(30);
    private static final WorkerExit DONE = new WorkerExit.Succeeded();
    private static final WorkerExit EXIT_3 = new WorkerExit.Failed(3);
    private static final WorkerExit SEGV = new WorkerExit.Killed(new Signal(11), false);
    private static final WorkerExit BY_SIGTERM = new WorkerExit.Killed(Signal.TERM, false);

    private final GroupRules rules = new GroupRules(2, new RestartPolicy(1), GRACE);
    private Group group = new Group.Waiting();
    private Instant now = START;
    private GroupRules.Step lastStep = GroupRules.Step.stay(group);

    @Test
    void a_group_whose_workers_all_end_well_succeeds() {
        on(new Begin());
        on(exit(0, DONE));

        var last = on(exit(1, DONE));
        var over = on(new Swept(0));

        assertThat(last.effects())
                .containsExactly(
                        new GroupEffect.TellExit(rank(1), DONE),
                        new GroupEffect.Sweep(now.plus(GroupRules.LEFTOVER_GRACE)));
        assertThat(over.next()).isEqualTo(new Group.Over(0, Outcome.SUCCEEDED, 0));
        assertThat(over.because()).isEqualTo("all 2 workers are done");
    }

    @Test
    void one_failure_takes_the_whole_group_down_and_up_again() {
        on(new Begin());

        var failed = on(exit(1, EXIT_3));
        var alone = on(exit(0, BY_SIGTERM));
        var again = on(new Swept(0));

        assertThat(failed.because()).isEqualTo("rank 1 failed with exit code 3; restart 1 of 1");
        assertThat(failed.effects())
                .contains(
                        new GroupEffect.AskAll(
                                Signal.TERM,
                                now.plus(GRACE),
                                "rank 1 failed with exit code 3; restart 1 of 1"));
        assertThat(alone.effects())
                .contains(
                        new GroupEffect.TellExit(
                                rank(0), new WorkerExit.Killed(Signal.TERM, true)));
        assertThat(again.effects())
                .endsWith(
                        new GroupEffect.StartGroup(
                                1, 1, "rank 1 failed with exit code 3; restart 1 of 1"));
    }

    @Test
    void nothing_is_started_before_the_last_process_of_the_old_attempt_is_gone() {
        on(new Begin());
        on(exit(1, EXIT_3));

        var gone = on(exit(0, BY_SIGTERM));

        assertThat(gone.effects()).noneMatch(GroupEffect.StartGroup.class::isInstance);
        assertThat(gone.effects()).contains(new GroupEffect.Sweep(now.plus(GRACE)));
    }

    @Test
    void when_the_restarts_are_used_the_exit_code_is_that_of_the_last_root_cause() {
        on(new Begin());
        failAndRestart(EXIT_3);

        on(exit(0, new WorkerExit.Killed(new Signal(11), false)));
        on(exit(1, BY_SIGTERM));
        var over = on(new Swept(0));

        assertThat(over.next()).isEqualTo(new Group.Over(1, Outcome.FAILED, 128 + 11));
        assertThat(over.because())
                .isEqualTo("rank 0 was killed by SIGSEGV; the only restart is used");
    }

    @Test
    void a_worker_that_cannot_be_started_is_not_tried_again() {
        on(new Begin());

        on(exit(0, new WorkerExit.NeverStarted("no such file")));
        on(exit(1, new WorkerExit.NeverStarted("no such file")));
        var over = on(new Swept(0));

        assertThat(over.next()).isEqualTo(new Group.Over(0, Outcome.FAILED, 127));
    }

    @Test
    void a_worker_that_ignores_the_request_is_killed_when_the_grace_is_over() {
        on(new Begin());
        on(new AskStop("you", Signal.TERM, ofSeconds(5), 143, Farewell.CLOSE));

        var early = after(ofSeconds(4), new Tick());
        var late = after(ofSeconds(1), new Tick());

        assertThat(early.effects()).isEmpty();
        assertThat(late.effects())
                .startsWith(new GroupEffect.KillAll("the grace is over: killing ranks 0 and 1"));
    }

    @Test
    void a_worker_killed_after_the_grace_was_stopped_by_the_agent() {
        on(new Begin());
        on(new AskStop("you", Signal.TERM, ofSeconds(5), 143, Farewell.CLOSE));
        after(ofSeconds(5), new Tick());

        var killed = on(exit(0, new WorkerExit.Killed(Signal.KILL, false)));

        assertThat(killed.effects())
                .contains(
                        new GroupEffect.TellExit(
                                rank(0), new WorkerExit.Killed(Signal.KILL, true)));
    }

    @Test
    void a_worker_that_crashes_while_it_is_being_stopped_is_not_called_stopped() {
        on(new Begin());
        on(new AskStop("you", Signal.TERM, ofSeconds(5), 143, Farewell.CLOSE));

        var crashed = on(exit(0, new WorkerExit.Killed(new Signal(11), false)));

        assertThat(crashed.effects())
                .contains(
                        new GroupEffect.TellExit(
                                rank(0), new WorkerExit.Killed(new Signal(11), false)));
    }

    @Test
    void a_restart_that_somebody_asks_for_costs_no_budget() {
        on(new Begin());
        on(new AskRestart("you"));
        on(exit(0, BY_SIGTERM));
        on(exit(1, BY_SIGTERM));

        var again = on(new Swept(0));

        assertThat(again.effects())
                .contains(new GroupEffect.StartGroup(1, 0, "restart asked for by you"));
    }

    @Test
    void a_stop_during_a_restart_ends_the_run_instead() {
        on(new Begin());
        on(exit(1, EXIT_3));

        on(new AskStop("you", Signal.TERM, ofSeconds(10), 143, Farewell.CLOSE));
        on(exit(0, BY_SIGTERM));
        var over = on(new Swept(0));

        assertThat(over.next()).isEqualTo(new Group.Over(0, Outcome.STOPPED, 143));
    }

    @Test
    void a_second_stop_may_shorten_the_grace_but_not_lengthen_it() {
        on(new Begin());
        on(new AskStop("you", Signal.TERM, ofSeconds(10), 143, Farewell.CLOSE));

        var longer = on(new AskStop("you", Signal.TERM, ofSeconds(60), 143, Farewell.CLOSE));
        var shorter = on(new AskStop("you", Signal.TERM, ofSeconds(2), 143, Farewell.CLOSE));

        assertThat(longer.effects()).contains(new GroupEffect.WakeAt(now.plusSeconds(10)));
        assertThat(shorter.effects()).contains(new GroupEffect.WakeAt(now.plusSeconds(2)));
    }

    @Test
    void a_stop_while_leftovers_are_cleared_shortens_their_grace_too() {
        on(new Begin());
        on(exit(0, BY_SIGTERM));
        on(exit(1, EXIT_3));

        var asked = on(new AskStop("you", Signal.TERM, ofSeconds(5), 143, Farewell.CLOSE));
        var early = after(ofSeconds(4), new Tick());
        var late = after(ofSeconds(1), new Tick());

        assertThat(asked.effects()).contains(new GroupEffect.WakeAt(START.plusSeconds(5)));
        assertThat(early.effects()).isEmpty();
        assertThat(late.effects())
                .containsExactly(
                        new GroupEffect.KillAll("the grace is over: killing what is left"));
    }

    @Test
    void the_last_worker_that_fails_has_its_children_asked_to_follow_it() {
        var alone = new GroupRules(1, new RestartPolicy(0), GRACE);
        var begun = alone.on(new Group.Waiting(), new Begin(), now);

        var failed = alone.on(begun.next(), exit(0, EXIT_3), now);

        assertThat(failed.effects())
                .contains(
                        new GroupEffect.AskAll(
                                Signal.TERM,
                                now.plus(GRACE),
                                "rank 0 failed with exit code 3; no restarts were allowed"),
                        new GroupEffect.Sweep(now.plus(GRACE)));
    }

    @Test
    void force_kills_at_once_and_ends_the_run() {
        on(new Begin());

        var forced = on(new AskForce("you", 143, Farewell.CLOSE));
        on(exit(0, new WorkerExit.Killed(Signal.KILL, false)));
        on(exit(1, new WorkerExit.Killed(Signal.KILL, false)));
        var over = on(new Swept(0));

        assertThat(forced.effects()).startsWith(new GroupEffect.KillAll("stopped by you"));
        assertThat(over.next()).isEqualTo(new Group.Over(0, Outcome.STOPPED, 143));
    }

    @Test
    void a_group_that_is_going_down_cannot_be_restarted_and_says_why() {
        on(new Begin());
        on(new AskStop("you", Signal.TERM, ofSeconds(10), 143, Farewell.CLOSE));

        var refused = on(new AskRestart("you"));

        assertThat(refused.accepted()).isFalse();
        assertThat(refused.because()).isEqualTo("the group is stopping: stopped by you");
    }

    @Test
    void a_run_that_is_over_takes_no_more_orders() {
        on(new Begin());
        on(exit(0, DONE));
        on(exit(1, DONE));
        on(new Swept(0));

        var refused = on(new AskStop("you", Signal.TERM, ofSeconds(10), 143, Farewell.CLOSE));

        assertThat(refused.accepted()).isFalse();
        assertThat(refused.because()).isEqualTo("the run is over");
    }

    @Test
    void whom_the_inquiry_blames_decides_the_sentence_and_the_exit_code() {
        on(new Begin());
        failAndRestart(EXIT_3);
        on(exit(0, EXIT_3));
        on(exit(1, SEGV));

        on(new Blamed(rank(1), SEGV, "was killed by SIGSEGV: core dumped"));
        var over = on(new Swept(0));

        String because = "rank 1 was killed by SIGSEGV: core dumped; the only restart is used";
        assertThat(over.effects())
                .startsWith(new GroupEffect.EndAttempt(1, Optional.of(rank(1)), because));
        assertThat(over.next()).isEqualTo(new Group.Over(1, Outcome.FAILED, 128 + 11));
    }

    @Test
    void an_end_that_somebody_asked_for_is_nobodys_fault() {
        on(new Begin());
        on(new AskStop("you", Signal.TERM, ofSeconds(10), 143, Farewell.CLOSE));
        on(exit(0, EXIT_3));
        on(exit(1, BY_SIGTERM));

        on(new Blamed(rank(0), EXIT_3, "failed with exit code 3"));

        assertThat(on(new Swept(0)).because()).isEqualTo("stopped by you");
    }

    @Test
    void one_worker_is_spoken_of_in_the_singular() {
        var alone = new GroupRules(1, new RestartPolicy(0), GRACE);

        var begun = alone.on(new Group.Waiting(), new Begin(), now);
        var failed = alone.on(begun.next(), exit(0, EXIT_3), now);

        assertThat(begun.because()).isEqualTo("first start");
        assertThat(failed.because())
                .isEqualTo("rank 0 failed with exit code 3; no restarts were allowed");
    }

    @Test
    void from_the_third_failure_right_after_a_start_the_next_one_is_given_time() {
        var patient = new GroupRules(1, new RestartPolicy(20), GRACE);
        var pauses = new ArrayList<Long>();
        group = patient.on(new Group.Waiting(), new Begin(), now).next();
        for (int failure = 0; failure < 10; failure++) {
            Instant failedAt = now.plusMillis(100);
            now = failedAt;
            group = patient.on(group, exit(0, EXIT_3), now).next();
            group = patient.on(group, new Swept(0), now).next();
            if (group instanceof Group.Pausing pausing) now = pausing.until();
            pauses.add(Duration.between(failedAt, now).toSeconds());
            if (group instanceof Group.Pausing) group = patient.on(group, new Tick(), now).next();
        }

        assertThat(pauses).containsExactly(0L, 0L, 1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
    }

    @Test
    void a_failure_after_two_seconds_of_work_is_restarted_at_once_and_forgets_the_quick_ones() {
        var patient = new GroupRules(1, new RestartPolicy(20), GRACE);
        group = new Group.Running(5, 5, Set.of(rank(0)), now, 2);

        now = now.plusSeconds(2);
        var failed = patient.on(group, exit(0, EXIT_3), now);
        var again = patient.on(failed.next(), new Swept(0), now);

        assertThat(again.next()).isEqualTo(new Group.Running(6, 6, Set.of(rank(0)), now, 0));
    }

    @Test
    void a_pause_says_how_long_and_why() {
        pause();

        assertThat(group).isInstanceOf(Group.Pausing.class);
        assertThat(lastStep.because())
                .isEqualTo(
                        "rank 0 failed with exit code 3; restart 3 of 9; it starts 1 s from now, as"
                                + " 3 starts in a row lasted less than 2 s");
        assertThat(lastStep.effects())
                .endsWith(
                        new GroupEffect.TellPause(now.plusSeconds(1), lastStep.because()),
                        new GroupEffect.WakeAt(now.plusSeconds(1)));
    }

    @Test
    void a_pause_is_over_at_once_for_whoever_asks_for_a_restart_or_a_stop() {
        pause();
        var paused = group;

        var restarted = rules.on(paused, new AskRestart("you"), now);
        var stopped =
                rules.on(paused, new AskStop("you", Signal.TERM, GRACE, 143, Farewell.CLOSE), now);

        assertThat(restarted.next()).isInstanceOf(Group.Running.class);
        assertThat(stopped.next()).isEqualTo(new Group.Over(2, Outcome.STOPPED, 143));
    }

    /** The third quick failure in a row has just been cleared away. */
    private void pause() {
        var patient = new GroupRules(1, new RestartPolicy(9), GRACE);
        group = new Group.Running(2, 2, Set.of(rank(0)), now, 2);
        group = patient.on(group, exit(0, EXIT_3), now).next();
        lastStep = patient.on(group, new Swept(0), now);
        group = lastStep.next();
    }

    @Test
    void every_sibling_of_a_failed_worker_has_the_whole_grace_from_when_it_was_asked() {
        var three = new GroupRules(3, new RestartPolicy(0), ofSeconds(7));
        group = three.on(new Group.Waiting(), new Begin(), now).next();
        now = now.plusSeconds(100);

        var failed = three.on(group, exit(0, EXIT_3), now);
        var slow = three.on(failed.next(), exit(1, BY_SIGTERM), now.plusSeconds(6));
        var patient = three.on(slow.next(), new Tick(), now.plusSeconds(6));
        var over = three.on(slow.next(), new Tick(), now.plusSeconds(7));

        assertThat(patient.effects()).isEmpty();
        assertThat(over.effects())
                .startsWith(new GroupEffect.KillAll("the grace is over: killing rank 2"));
    }

    @Test
    void what_a_worker_leaves_behind_at_the_end_of_its_grace_has_a_second_of_its_own() {
        on(new Begin());
        on(exit(0, EXIT_3));

        var last = after(GRACE.minusMillis(1), exit(1, BY_SIGTERM));

        assertThat(last.effects()).contains(new GroupEffect.Sweep(now.plusSeconds(1)));
    }

    @Test
    void a_worker_that_nothing_can_kill_is_named_and_the_end_does_not_wait_for_it() {
        on(new Begin());
        on(new AskForce("you", 143, Farewell.CLOSE));
        on(exit(0, new WorkerExit.Killed(Signal.KILL, false)));

        var early = after(ofSeconds(1), new Tick());
        var givenUp = after(ofSeconds(1), new Tick());
        var over = on(new Swept(0));

        assertThat(early.effects()).isEmpty();
        assertThat(givenUp.effects())
                .containsExactly(
                        new GroupEffect.TellExit(rank(1), new WorkerExit.Unkillable()),
                        new GroupEffect.Sweep(now));
        assertThat(over.next()).isEqualTo(new Group.Over(0, Outcome.STOPPED, 143));
    }

    @Test
    void a_restart_waits_half_a_minute_for_what_nothing_can_kill_and_then_is_none() {
        on(new Begin());
        on(exit(0, EXIT_3));
        after(GRACE, new Tick());

        var named = after(ofSeconds(2), new Tick());
        var givenUp = after(ofSeconds(28), new Tick());
        var over = on(new Swept(0));

        assertThat(named.effects()).contains(new GroupEffect.TellStuck(Set.of(rank(1))));
        assertThat(givenUp.because())
                .isEqualTo(
                        "rank 0 failed with exit code 3; restart 1 of 1; no restart, because rank 1"
                                + " cannot be killed");
        assertThat(over.next()).isEqualTo(new Group.Over(0, Outcome.FAILED, 137));
    }

    @Test
    void a_worker_stuck_in_an_uninterruptible_wait_ends_the_run_without_a_restart() {
        on(new Begin());

        var stuck = on(new GroupInput.Stuck(rank(1), ofSeconds(30)));

        assertThat(stuck.because())
                .isEqualTo(
                        "rank 1 has been in an uninterruptible wait for 30 s; starting it again"
                                + " would not help");
        assertThat(stuck.effects()).startsWith(new GroupEffect.TellWait(rank(1), ofSeconds(30)));
        assertThat(stuck.next()).isInstanceOf(Group.Stopping.class);
    }

    @Test
    void workers_that_were_not_started_yet_when_the_group_stops_are_not_waited_for() {
        on(new Begin());
        on(exit(0, EXIT_3));

        var rest = on(new GroupInput.Unstarted(rank(1)));

        assertThat(rest.effects()).containsExactly(new GroupEffect.Sweep(now.plus(GRACE)));
    }

    private void failAndRestart(WorkerExit failure) {
        on(exit(0, failure));
        on(exit(1, BY_SIGTERM));
        on(new Swept(0));
    }

    private GroupRules.Step after(Duration time, GroupInput input) {
        now = now.plus(time);
        return on(input);
    }

    private GroupRules.Step on(GroupInput input) {
        var step = rules.on(group, input, now);
        group = step.next();
        return step;
    }

    private static Exited exit(int localRank, WorkerExit exit) {
        return new Exited(rank(localRank), exit);
    }

    private static LocalRank rank(int value) {
        return new LocalRank(value);
    }
}
