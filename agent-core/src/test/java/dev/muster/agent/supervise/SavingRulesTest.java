package dev.muster.agent.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import static java.time.Duration.ofSeconds;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.SaveFirst;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.supervise.GroupInput.AskForce;
import dev.muster.agent.supervise.GroupInput.AskRestart;
import dev.muster.agent.supervise.GroupInput.AskStop;
import dev.muster.agent.supervise.GroupInput.Begin;
import dev.muster.agent.supervise.GroupInput.Exited;
import dev.muster.agent.supervise.GroupInput.Saved;
import dev.muster.agent.supervise.GroupInput.Tick;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Two workers that are told with SIGUSR1 to save within a minute, and stopped within 30 seconds.
 */
class SavingRulesTest {
    private static final Duration GRACE = ofSeconds(30);
    private static final Signal USR1 = new Signal(10);
    private static final LocalRank FIRST = new LocalRank(0);
    private static final LocalRank SECOND = new LocalRank(1);
    private static final AskStop STOP =
            new AskStop("SIGTERM", Signal.TERM, GRACE, true, 143, Farewell.LEAVE);

    private final GroupRules rules =
            new GroupRules(
                    2,
                    new RestartPolicy(1),
                    GRACE,
                    Optional.of(new SaveFirst(USR1, ofSeconds(60))),
                    false,
                    0);
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private Group group = new Group.Waiting();

    @Test
    void workers_save_first_and_are_stopped_as_soon_as_the_last_one_has() {
        on(new Begin());

        var told = on(STOP);
        var one = on(new Saved(SECOND));
        now = now.plusSeconds(7);
        var both = on(new Saved(FIRST));

        assertThat(told.because())
                .isEqualTo("stopped by SIGTERM; the workers are to save first, within 60 s");
        assertThat(told.effects())
                .startsWith(new GroupEffect.AskToSave(USR1, now.plusSeconds(53), told.because()));
        assertThat(one.effects()).isEmpty();
        assertThat(both.effects())
                .startsWith(
                        new GroupEffect.AskAll(Signal.TERM, now.plus(GRACE), "stopped by SIGTERM"));
    }

    @Test
    void who_does_not_answer_in_time_is_stopped_all_the_same_with_its_whole_grace() {
        on(new Begin());
        on(STOP);
        on(new Saved(FIRST));

        now = now.plusSeconds(60);
        var stopped = on(new Tick());

        assertThat(stopped.effects())
                .contains(
                        new GroupEffect.AskAll(Signal.TERM, now.plus(GRACE), "stopped by SIGTERM"));
    }

    @Test
    void a_worker_that_ends_instead_of_answering_has_answered() {
        on(new Begin());
        on(STOP);
        on(new Saved(FIRST));

        var ended = on(new Exited(SECOND, new WorkerExit.Killed(USR1, false)));

        assertThat(ended.effects())
                .startsWith(new GroupEffect.TellExit(SECOND, new WorkerExit.Killed(USR1, true)));
        assertThat(group).isInstanceOf(Group.Stopping.class);
    }

    @Test
    void who_asks_again_does_not_want_to_wait_and_force_is_force() {
        on(new Begin());
        on(STOP);
        var saving = group;

        var again = rules.on(saving, STOP, now);
        var forced = rules.on(saving, new AskForce("SIGINT", 130, Farewell.LEAVE), now);

        assertThat(again.next()).isInstanceOf(Group.Stopping.class);
        assertThat(forced.effects()).startsWith(new GroupEffect.KillAll("stopped by SIGINT"));
    }

    @Test
    void a_restart_that_somebody_asks_for_lets_them_save_too() {
        on(new Begin());

        on(new AskRestart("you"));

        assertThat(group).isInstanceOf(Group.Saving.class);
    }

    @Test
    void siblings_of_a_failed_worker_are_not_told_to_save_since_they_may_wait_for_it() {
        on(new Begin());

        on(new Exited(FIRST, new WorkerExit.Failed(3)));

        assertThat(group).isInstanceOf(Group.Stopping.class);
    }

    private GroupRules.Step on(GroupInput input) {
        var step = rules.on(group, input, now);
        group = step.next();
        return step;
    }
}
