package dev.muster.agent.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.job.WorkerExit.Failed;
import dev.muster.agent.job.WorkerExit.Killed;
import dev.muster.agent.job.WorkerExit.NeverStarted;
import dev.muster.agent.job.WorkerExit.Succeeded;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerExitTest {
    @Test
    void every_exit_has_the_code_that_a_shell_would_show() {
        assertThat(new Succeeded().shellCode()).isZero();
        assertThat(new Failed(3).shellCode()).isEqualTo(3);
        assertThat(new Killed(new Signal(11), false).shellCode()).isEqualTo(139);
        assertThat(new Killed(Signal.TERM, true).shellCode()).isEqualTo(143);
        assertThat(new NeverStarted("No such file").shellCode()).isEqualTo(127);
    }

    @Test
    void an_exit_code_of_137_and_a_death_by_sigkill_are_not_the_same() {
        WorkerExit returned = new Failed(137);
        WorkerExit killed = new Killed(Signal.KILL, false);

        assertThat(returned).isNotEqualTo(killed);
        assertThat(returned.inWords()).isEqualTo("failed with exit code 137");
        assertThat(killed.inWords()).isEqualTo("was killed by SIGKILL");
    }

    @Test
    void a_worker_that_the_agent_stopped_was_not_simply_killed() {
        assertThat(new Killed(Signal.TERM, true).inWords()).isEqualTo("was stopped with SIGTERM");
        assertThat(new Killed(Signal.TERM, false).inWords()).isEqualTo("was killed by SIGTERM");
    }

    @ParameterizedTest
    @CsvSource({"1, SIGHUP", "11, SIGSEGV", "15, SIGTERM", "31, SIGSYS", "34, SIGRT34"})
    void signals_have_the_names_that_people_know(int number, String name) {
        assertThat(new Signal(number).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65})
    void a_number_that_no_signal_has_is_refused(int number) {
        assertThatThrownBy(() -> new Signal(number)).hasMessageContaining("expected: 1..64");
    }
}
