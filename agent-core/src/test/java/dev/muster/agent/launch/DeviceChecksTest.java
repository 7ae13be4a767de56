package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.job.NumaBinding;
import dev.muster.agent.job.NumaMode;
import dev.muster.agent.job.WorkerDevices;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which GPU and which processors a worker gets. */
class DeviceChecksTest extends CheckedLaunch {
    private static final List<String> LISTING =
            List.of(
                    "0, GPU-aa11, 00000000:17:00.0",
                    "1, GPU-bb22, 00000000:DC:00.0",
                    "2, GPU-cc33, 00000001:DC:00.0");

    @Test
    void without_a_flag_all_devices_are_for_all() {
        assertThat(ready(draft).devices()).isEqualTo(WorkerDevices.ALL);
    }

    @Test
    void one_gpu_each_needs_as_many_as_there_are_workers() {
        LaunchDraft each =
                draft.with(LaunchField.VIRTUAL_LOCAL_RANK, LaunchField.ON)
                        .with(LaunchField.WORKERS, "3");
        assertThat(ready(each).devices().virtualLocalRank()).isTrue();

        environment.put("CUDA_VISIBLE_DEVICES", "4,5");

        assertThat(problems(each))
                .extracting(LaunchProblem::forTerminal)
                .containsExactly(
                        "--virtual-local-rank: local_rank 2 exceeds available GPUs in"
                                + " CUDA_VISIBLE_DEVICES=4,5; name a GPU for each of the 3 workers"
                                + " there, or unset it");
    }

    @Test
    void a_binding_that_torchrun_does_not_know_is_refused() {
        assertThat(onlyProblem(LaunchField.NUMA_BINDING, "all"))
                .isEqualTo(
                        "--numa-binding: found \"all\", expected one of node, socket, exclusive,"
                                + " core-complex");
    }

    @Test
    void a_binding_needs_numactl_and_a_gpu() throws IOException {
        assertThat(onlyProblem(LaunchField.NUMA_BINDING, "node"))
                .contains("numactl CLI is required for NUMA binding");
        executable("bin/numactl");
        assertThat(onlyProblem(LaunchField.NUMA_BINDING, "node"))
                .contains("nvidia-smi is not in PATH, so no worker has a GPU to be near");
    }

    @Test
    void a_bound_worker_keeps_near_its_gpu() throws IOException {
        executable("bin/numactl");
        Files.writeString(
                executable("bin/nvidia-smi"), "#!/bin/sh\necho '0, GPU-aa11, 00000000:17:00.0'\n");
        String own = Processors.allowed().toString();
        write("bus/pci/devices/0000:17:00.0/numa_node", "0");
        write("devices/system/node/possible", "0");
        write("devices/system/node/node0/cpulist", own);
        for (int processor : Processors.allowed().numbers()) {
            String topology = "devices/system/cpu/cpu%d/topology/".formatted(processor);
            write(topology + "physical_package_id", "0");
            write(topology + "thread_siblings_list", Integer.toString(processor));
        }

        var spec = ready(draft.with(LaunchField.NUMA_BINDING, "node"));

        assertThat(spec.devices().numa())
                .isEqualTo(Optional.of(new NumaBinding(NumaMode.NODE, List.of(own))));
    }

    @Test
    void gpus_are_found_in_the_order_in_which_workers_see_them() {
        assertThat(addresses(Map.of()))
                .containsExactly("0000:17:00.0", "0000:dc:00.0", "0001:dc:00.0");
        assertThat(addresses(Map.of("CUDA_VISIBLE_DEVICES", "2, GPU-aa")))
                .containsExactly("0001:dc:00.0", "0000:17:00.0");
        assertThat(addresses(Map.of("CUDA_VISIBLE_DEVICES", "1,-1,0")))
                .containsExactly("0000:dc:00.0");
    }

    @Test
    void processors_are_listed_as_the_kernel_lists_them() {
        assertThat(CpuSet.parse("0-2,4, 6-7\n")).hasToString("0-2,4,6-7");
        assertThat(CpuSet.parse("\n")).hasToString("");
        assertThat(CpuSet.parse("9,8,1,2,3")).hasToString("1-3,8-9");
    }

    private static List<String> addresses(Map<String, String> environment) {
        return GpuAddresses.visible(LISTING, VisibleGpus.of(environment));
    }

    private void write(String file, String text) throws IOException {
        var there = here.resolve("sys").resolve(file);
        Files.createDirectories(there.getParent());
        Files.writeString(there, text);
    }
}
