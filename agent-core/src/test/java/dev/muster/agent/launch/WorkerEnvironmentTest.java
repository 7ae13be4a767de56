package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Placement;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.job.StoreAddress;
import dev.muster.agent.job.WorkerDevices;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

class WorkerEnvironmentTest {
    private static final Path ERROR_FILE = Path.of("/logs/run-1_5jf405rd/attempt_0/0/error.json");

    private static final Placement ALONE = Placement.alone(2);
    private static final StoreAddress STORE = new StoreAddress("127.0.0.1", 29511, true);

    /** What differs from launch to launch; the rules for them stand below. */
    private static final Set<String> OF_THE_LAUNCH =
            Set.of("MASTER_ADDR", "MASTER_PORT", "TORCHELASTIC_RUN_ID", "TORCHELASTIC_ERROR_FILE");

    @ParameterizedTest
    @CsvSource({
        "torch-2.13-standalone-tee, 0, trainer, 2",
        "torch-2.13-standalone-tee, 1, trainer, 2",
        "torch-2.13-default-single-node, 0, default, 0",
        "torch-2.13-default-single-node, 1, default, 0",
    })
    void a_worker_finds_every_variable_that_torchrun_gave_it_and_no_other(
            String recording, int rank, String role, int maxRestarts) throws IOException {
        var spec = SampleSpec.ofScript().role(role).maxRestarts(maxRestarts).build();
        Map<String, String> recorded = recorded("%s.rank%d.json".formatted(recording, rank));

        Map<String, String> ours =
                environment(Map.of(), spec).of(new LocalRank(rank), ALONE, STORE, 0, ERROR_FILE);

        assertThat(ours).containsOnlyKeys(recorded.keySet());
        assertThat(without(OF_THE_LAUNCH, ours))
                .containsExactlyInAnyOrderEntriesOf(without(OF_THE_LAUNCH, recorded));
    }

    @Test
    void what_differs_from_launch_to_launch_is_this_launchs_own() {
        Map<String, String> ours =
                environment(Map.of(), SampleSpec.ofScript().build())
                        .of(new LocalRank(0), ALONE, STORE, 0, ERROR_FILE);

        assertThat(ours)
                .containsEntry("MASTER_ADDR", "127.0.0.1")
                .containsEntry("MASTER_PORT", "29511")
                .containsEntry("TORCHELASTIC_RUN_ID", "run-1")
                .containsEntry("TORCHELASTIC_ERROR_FILE", ERROR_FILE.toString());
    }

    @Test
    void a_worker_of_a_later_node_has_the_ranks_that_its_node_was_dealt() {
        var place = new Placement(1, 3, 4, 15, 2, 9);
        var store = new StoreAddress("10.0.0.7", 40_000, false);

        Map<String, String> ours =
                environment(Map.of(), SampleSpec.ofScript().role("ps").build())
                        .of(new LocalRank(1), place, store, 0, ERROR_FILE);

        assertThat(ours)
                .containsEntry("RANK", "5")
                .containsEntry("LOCAL_RANK", "1")
                .containsEntry("GROUP_RANK", "1")
                .containsEntry("ROLE_RANK", "3")
                .containsEntry("ROLE_NAME", "ps")
                .containsEntry("LOCAL_WORLD_SIZE", "2")
                .containsEntry("WORLD_SIZE", "15")
                .containsEntry("GROUP_WORLD_SIZE", "3")
                .containsEntry("ROLE_WORLD_SIZE", "9")
                .containsEntry("MASTER_ADDR", "10.0.0.7")
                .containsEntry("MASTER_PORT", "40000")
                .containsEntry("TORCHELASTIC_USE_AGENT_STORE", "False");
    }

    @Test
    void a_restarted_worker_knows_how_many_restarts_there_were() {
        var spec = SampleSpec.ofScript().maxRestarts(3).build();

        Map<String, String> ours =
                environment(Map.of(), spec).of(new LocalRank(0), ALONE, STORE, 2, ERROR_FILE);

        assertThat(ours)
                .containsEntry("TORCHELASTIC_RESTART_COUNT", "2")
                .containsEntry("TORCHELASTIC_MAX_RESTARTS", "3");
    }

    @Test
    void the_agents_own_environment_is_the_base_and_the_specs_lies_over_it() {
        var spec = SampleSpec.ofScript().environment(Map.of("B", "spec", "C", "spec")).build();

        Map<String, String> ours =
                environment(Map.of("A", "agent", "B", "agent"), spec)
                        .of(new LocalRank(0), ALONE, STORE, 0, ERROR_FILE);

        assertThat(ours)
                .containsEntry("A", "agent")
                .containsEntry("B", "spec")
                .containsEntry("C", "spec");
    }

    @Test
    void nobody_can_give_a_worker_a_rank_that_is_not_its_own() {
        var outer = Map.of("RANK", "7", "WORLD_SIZE", "64", "MASTER_PORT", "1");
        var spec = SampleSpec.ofScript().environment(Map.of("LOCAL_RANK", "5")).build();

        Map<String, String> ours =
                environment(outer, spec).of(new LocalRank(1), ALONE, STORE, 0, ERROR_FILE);

        assertThat(ours)
                .containsEntry("RANK", "1")
                .containsEntry("LOCAL_RANK", "1")
                .containsEntry("WORLD_SIZE", "2")
                .containsEntry("MASTER_PORT", "29511");
    }

    @Test
    void the_list_of_signals_is_the_launchers_own_as_with_torchrun() {
        var outer = Map.of("TORCHELASTIC_SIGNALS_TO_HANDLE", "SIGUSR1");

        Map<String, String> ours =
                environment(outer, SampleSpec.ofScript().build())
                        .of(new LocalRank(0), ALONE, STORE, 0, ERROR_FILE);

        assertThat(ours)
                .containsEntry("TORCHELASTIC_SIGNALS_TO_HANDLE", "SIGTERM,SIGINT,SIGHUP,SIGQUIT");
    }

    @Test
    void one_worker_may_use_every_core() {
        var environment = environment(Map.of(), SampleSpec.ofScript().workers(1).build());

        assertThat(environment.limitsOpenMp()).isFalse();
        assertThat(environment.of(new LocalRank(0), ALONE, STORE, 0, ERROR_FILE))
                .doesNotContainKey("OMP_NUM_THREADS");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void who_sets_openmps_threads_is_obeyed(boolean inTheSpec) {
        var threads = Map.of("OMP_NUM_THREADS", "6");
        var spec = SampleSpec.ofScript();
        var environment =
                inTheSpec
                        ? environment(Map.of(), spec.environment(threads).build())
                        : environment(threads, spec.build());

        assertThat(environment.limitsOpenMp()).isFalse();
        assertThat(environment.of(new LocalRank(0), ALONE, STORE, 0, ERROR_FILE))
                .containsEntry("OMP_NUM_THREADS", "6");
    }

    @ParameterizedTest
    @CsvSource({"-, 1", "'GPU-a, GPU-b', GPU-b", "'4,6,7', 6"})
    void a_worker_that_is_to_see_one_gpu_sees_its_own_as_device_0(String visible, String own) {
        var spec = SampleSpec.ofScript().devices(new WorkerDevices(true, Optional.empty()));
        Map<String, String> outer =
                visible.equals("-") ? Map.of() : Map.of("CUDA_VISIBLE_DEVICES", visible);

        Map<String, String> ours =
                environment(outer, spec.build()).of(new LocalRank(1), ALONE, STORE, 0, ERROR_FILE);

        assertThat(ours)
                .containsEntry("LOCAL_RANK", "0")
                .containsEntry("RANK", "1")
                .containsEntry("CUDA_VISIBLE_DEVICES", own);
    }

    @Test
    void who_sets_nccls_error_handling_is_obeyed() {
        var outer = Map.of("TORCH_NCCL_ASYNC_ERROR_HANDLING", "0");

        Map<String, String> ours =
                environment(outer, SampleSpec.ofScript().build())
                        .of(new LocalRank(0), ALONE, STORE, 0, ERROR_FILE);

        assertThat(ours).containsEntry("TORCH_NCCL_ASYNC_ERROR_HANDLING", "0");
    }

    private static WorkerEnvironment environment(Map<String, String> agent, JobSpec spec) {
        return new WorkerEnvironment(agent, spec, "run-1");
    }

    private static Map<String, String> recorded(String name) throws IOException {
        try (var json =
                Objects.requireNonNull(WorkerEnvironmentTest.class.getResourceAsStream(name))) {
            var variables = new HashMap<String, String>();
            JsonMapper.shared()
                    .readTree(json)
                    .path("env")
                    .forEachEntry((variable, value) -> variables.put(variable, value.asString()));
            return variables;
        }
    }

    private static Map<String, String> without(Set<String> names, Map<String, String> all) {
        var rest = new HashMap<>(all);
        rest.keySet().removeAll(names);
        return rest;
    }
}
