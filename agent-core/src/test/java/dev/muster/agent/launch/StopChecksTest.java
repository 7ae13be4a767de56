package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.SaveFirst;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.StopTerms;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

/** How workers are brought to an end. */
class StopChecksTest extends CheckedLaunch {
    private static final Signal USR1 = new Signal(10);

    @ParameterizedTest
    @CsvSource({"4, 4000", "0, 0", "0.25, 250", "2.5, 2500"})
    void grace_is_in_seconds(String text, long millis) {
        assertThat(ready(draft.with(LaunchField.GRACE, text)).stopping().grace())
                .isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "1e99"})
    void grace_that_is_no_time_is_refused(String text) {
        assertThat(onlyProblem(LaunchField.GRACE, text))
                .isEqualTo(
                        "--shutdown-timeout: found \"" + text + "\", expected seconds, 0 or more");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "-0.5"})
    void negative_grace_is_refused_in_torchruns_words(String text) {
        assertThat(onlyProblem(LaunchField.GRACE, text))
                .isEqualTo(
                        "--shutdown-timeout: shutdown_timeout must be non-negative, got " + text);
    }

    @Test
    void grace_comes_from_torchs_variable_when_it_is_not_given() {
        environment.put("TORCH_ELASTIC_SHUTDOWN_TIMEOUT", "7");
        assertThat(ready(draft).stopping().grace()).isEqualTo(Duration.ofSeconds(7));
        assertThat(ready(draft.with(LaunchField.GRACE, "0")).stopping().grace()).isZero();

        environment.put("TORCH_ELASTIC_SHUTDOWN_TIMEOUT", "x");
        assertThat(onlyProblem(LaunchField.GRACE, ""))
                .contains("it comes from TORCH_ELASTIC_SHUTDOWN_TIMEOUT");
    }

    @Test
    void a_time_for_the_exit_barrier_may_be_zero_but_not_negative() {
        environment.put("TORCH_ELASTIC_EXIT_BARRIER_TIMEOUT", "0");
        assertThat(ready(draft)).isNotNull();

        environment.put("TORCH_ELASTIC_EXIT_BARRIER_TIMEOUT", "-5");
        assertThat(onlyProblem(LaunchField.ENVIRONMENT, ""))
                .contains("exit_barrier_timeout must be non-negative, got -5");
    }

    @Test
    void without_a_word_about_it_the_terms_are_torchruns() {
        assertThat(ready(draft).stopping()).isEqualTo(StopTerms.DEFAULT);
        assertThat(StopTerms.DEFAULT.grace()).isEqualTo(Duration.ofSeconds(30));
        assertThat(StopTerms.DEFAULT.signals())
                .extracting(Signal::name)
                .containsExactly("SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT");
    }

    @Test
    void the_signals_to_handle_can_be_chosen_and_each_counts_once() {
        var spec = ready(draft.with(LaunchField.SIGNALS, "SIGTERM, SIGUSR1,USR1"));

        assertThat(spec.stopping().signals()).containsExactly(Signal.TERM, USR1);
    }

    @ParameterizedTest
    @CsvSource({
        "SIGTERM;SIGBOGUS, SIGBOGUS",
        "SIGKILL, SIGKILL",
        "SIGTERM;, ''",
        "9, 9",
        "SIGSEGV, SIGSEGV"
    })
    void a_signal_that_is_none_or_that_nobody_can_handle_is_refused(String list, String found) {
        assertThat(onlyProblem(LaunchField.SIGNALS, list.replace(';', ',')))
                .isEqualTo(
                        "--signals-to-handle: found \"%s\", expected names of signals that this"
                                        .formatted(found)
                                + " process can catch, with commas between, as SIGTERM,SIGUSR1");
    }

    @Test
    void workers_can_be_told_to_save_first() {
        var save = draft.with(LaunchField.SAVE_SIGNAL, "SIGUSR1");

        assertThat(ready(save).stopping().saveFirst())
                .contains(new SaveFirst(USR1, Duration.ofSeconds(60)));
        assertThat(ready(save.with(LaunchField.SAVE_TIMEOUT, "2.5")).stopping().saveFirst())
                .contains(new SaveFirst(USR1, Duration.ofMillis(2500)));
        assertThat(onlyProblem(LaunchField.SAVE_SIGNAL, "SIGSTOP"))
                .contains("a signal that a process can catch");
        assertThat(onlyProblem(LaunchField.SAVE_TIMEOUT, "5")).contains("--save-signal");
    }
}
