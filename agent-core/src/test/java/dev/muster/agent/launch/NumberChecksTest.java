package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** How many workers, how many restarts, how much time. */
class NumberChecksTest extends CheckedLaunch {
    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "four", "1.5", "99999999999", "xpu"})
    void a_worker_count_that_is_none_is_refused(String count) {
        assertThat(onlyProblem(LaunchField.WORKERS, count))
                .isEqualTo(
                        "--nproc-per-node: found \""
                                + count
                                + "\", expected a whole number of 1 or more, or cpu, gpu or auto");
    }

    @Test
    void more_workers_than_a_machine_can_start_are_refused() {
        assertThat(ready(draft.with(LaunchField.WORKERS, "1024")).workers()).isEqualTo(1024);
        assertThat(onlyProblem(LaunchField.WORKERS, "1025"))
                .isEqualTo(
                        "--nproc-per-node: found \"1025\", expected at most 1024 workers on one"
                                + " machine");
    }

    @Test
    void workers_can_be_counted_by_processors_or_by_gpus() {
        int processors = Runtime.getRuntime().availableProcessors();

        assertThat(ready(draft.with(LaunchField.WORKERS, "3")).workers()).isEqualTo(3);
        assertThat(ready(draft.with(LaunchField.WORKERS, "cpu")).workers()).isEqualTo(processors);
        assertThat(ready(draft.with(LaunchField.WORKERS, "auto")).workers()).isEqualTo(processors);
        gpus = new Gpus.Counted(8);
        assertThat(ready(draft.with(LaunchField.WORKERS, "gpu")).workers()).isEqualTo(8);
        assertThat(ready(draft.with(LaunchField.WORKERS, "auto")).workers()).isEqualTo(8);
    }

    @Test
    void asking_for_gpus_where_there_are_none_is_refused_with_the_reason() {
        assertThat(onlyProblem(LaunchField.WORKERS, "gpu"))
                .isEqualTo(
                        "--nproc-per-node: found \"gpu\", but nvidia-smi is not in PATH; give a"
                                + " number, or cpu");
        gpus = new Gpus.Counted(0);
        assertThat(onlyProblem(LaunchField.WORKERS, "gpu")).contains("would see no GPU");
    }

    @Test
    void hidden_gpus_do_not_count() {
        List<String> listing = List.of("GPU 0: H100 (UUID: a)", "GPU 1: H100 (UUID: b)", "  MIG x");

        assertThat(Gpus.visible(listing, Map.of())).isEqualTo(2);
        assertThat(Gpus.visible(listing, Map.of("CUDA_VISIBLE_DEVICES", "1"))).isEqualTo(1);
        assertThat(Gpus.visible(listing, Map.of("CUDA_VISIBLE_DEVICES", "0,1,2"))).isEqualTo(2);
        assertThat(Gpus.visible(listing, Map.of("CUDA_VISIBLE_DEVICES", "0,-1,1"))).isEqualTo(1);
        assertThat(Gpus.visible(listing, Map.of("CUDA_VISIBLE_DEVICES", ""))).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "many", "0.5"})
    void a_restart_count_that_is_none_is_refused(String count) {
        assertThat(onlyProblem(LaunchField.MAX_RESTARTS, count))
                .isEqualTo(
                        "--max-restarts: found \""
                                + count
                                + "\", expected a whole number of 0 or more");
    }

    @ParameterizedTest
    @CsvSource({"4, 4000", "0, 0", "0.25, 250", "2.5, 2500"})
    void grace_is_in_seconds(String text, long millis) {
        assertThat(ready(draft.with(LaunchField.GRACE, text)).stopping().grace())
                .isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "soon", "1e99"})
    void grace_that_is_no_time_is_refused(String text) {
        assertThat(onlyProblem(LaunchField.GRACE, text))
                .isEqualTo(
                        "--shutdown-timeout: found \"" + text + "\", expected seconds, 0 or more");
    }

    @Test
    void grace_comes_from_torchs_variable_when_it_is_not_given() {
        environment.put("TORCH_ELASTIC_SHUTDOWN_TIMEOUT", "7");
        assertThat(ready(draft).stopping().grace()).isEqualTo(Duration.ofSeconds(7));

        environment.put("TORCH_ELASTIC_SHUTDOWN_TIMEOUT", "x");
        assertThat(onlyProblem(LaunchField.GRACE, ""))
                .contains("it comes from TORCH_ELASTIC_SHUTDOWN_TIMEOUT");
    }
}
