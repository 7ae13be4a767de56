package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class AmdGpusTest {
    @TempDir private Path sys;

    @Test
    void the_nodes_that_have_a_number_as_a_gpu_are_counted() throws IOException {
        node(0, "0\n");
        node(1, "51110\n");
        node(2, "17002\n");
        Files.createDirectories(sys.resolve("class/kfd/kfd/topology/nodes/3"));

        assertThat(AmdGpus.installed(sys)).isEqualTo(2);
    }

    @Test
    void a_machine_without_the_driver_has_none() {
        assertThat(AmdGpus.installed(sys)).isZero();
    }

    @Test
    void each_variable_that_chooses_devices_leaves_no_more_than_it_names() {
        assertThat(AmdGpus.visible(4, Map.of())).isEqualTo(4);
        assertThat(AmdGpus.visible(4, Map.of("HIP_VISIBLE_DEVICES", "0,3"))).isEqualTo(2);
        assertThat(AmdGpus.visible(4, Map.of("ROCR_VISIBLE_DEVICES", ""))).isZero();
        assertThat(
                        AmdGpus.visible(
                                4,
                                Map.of(
                                        "ROCR_VISIBLE_DEVICES", "0,1,2",
                                        "CUDA_VISIBLE_DEVICES", "1,-1,2")))
                .isEqualTo(1);
    }

    @Test
    void where_nvidias_driver_finds_nothing_amds_gpus_are_the_workers() throws IOException {
        node(0, "0\n");
        node(1, "51110\n");
        var machine =
                new Machine(Map.of("PATH", "/nowhere"), sys, FileAccess.REAL, sys, false, Gpus::of);

        assertThat(machine.gpus()).isEqualTo(new Gpus.Counted(1));
    }

    private void node(int number, String gpu) throws IOException {
        Path node = sys.resolve("class/kfd/kfd/topology/nodes/" + number);
        Files.createDirectories(node);
        Files.writeString(node.resolve("gpu_id"), gpu);
    }
}
