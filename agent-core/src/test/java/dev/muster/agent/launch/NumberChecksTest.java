package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/** How many workers, how many restarts, how much time. */
class NumberChecksTest extends CheckedLaunch {
    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "Four", "1.5", "99999999999", "4 gpus"})
    void a_worker_count_that_is_none_is_refused_in_torchruns_words(String count) {
        assertThat(onlyProblem(LaunchField.WORKERS, count))
                .isEqualTo(
                        "--nproc-per-node: Unsupported nproc_per_node value: "
                                + count
                                + "; expected a whole number of 1 or more, or cpu, gpu, xpu or"
                                + " auto");
    }

    @Test
    void devices_that_only_torch_knows_are_counted_by_the_jobs_own_torch() throws IOException {
        python("echo a warning; [ \"$3\" = npu ] && echo 3 || echo unknown");

        assertThat(ready(draft.with(LaunchField.WORKERS, "npu")).workers()).isEqualTo(3);
        assertThat(onlyProblem(LaunchField.WORKERS, "xpu"))
                .startsWith(
                        "--nproc-per-node: Unsupported nproc_per_node value: xpu (the torch of this"
                                + " job knows no such device); expected");
    }

    @Test
    void devices_that_no_torch_can_count_are_refused_with_the_reason() throws IOException {
        python("exit 1");

        assertThat(onlyProblem(LaunchField.WORKERS, "npu")).contains("failed with exit code 1");
    }

    private void python(String script) throws IOException {
        Files.writeString(here.resolve("bin/python3"), "#!/bin/sh\n" + script + "\n");
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
        int processors = Processors.allowed().count();

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
                        "--nproc-per-node: Cuda is not available: nvidia-smi is not in PATH; give"
                                + " a number, or cpu");
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
                                + "\", expected a whole number of 0 or more (max_restarts must be"
                                + " >= 0)");
    }
}
