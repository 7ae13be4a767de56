package dev.muster.agent.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.event.GpuUsage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;

/** The vendors' programs, played by scripts that print what those print. */
@Timeout(60)
class GpuToolTest {
    private static final long MEBI = 1 << 20;

    @TempDir private Path folder;

    @Test
    void nvidias_tables_are_put_together_by_process() throws IOException, InterruptedException {
        program(
                "nvidia-smi",
                """
                case "$1" in
                --query-compute-apps=*) echo 'GPU-aa, 4711, 563
                GPU-bb, 4711, 100
                GPU-bb, 4712, [N/A]' ;;
                --query-gpu=*) echo 'GPU-aa, 37
                GPU-bb, 98' ;;
                esac
                """);

        assertThat(find().ask())
                .containsOnly(
                        Map.entry(4711L, new GpuUsage(663 * MEBI, OptionalInt.of(98))),
                        Map.entry(4712L, new GpuUsage(0, OptionalInt.of(98))));
    }

    @Test
    void gpus_that_nobody_uses_are_not_even_asked_how_busy_they_are()
            throws IOException, InterruptedException {
        program("nvidia-smi", "[ \"$1\" = --query-compute-apps=gpu_uuid,pid,used_gpu_memory ]");

        assertThat(find().ask()).isEmpty();
    }

    @Test
    void what_is_no_row_is_passed_over() {
        assertThat(
                        GpuTables.ofNvidia(
                                "No devices were found\n\nGPU-aa, [Unknown], 5\nGPU-cc, 9, 1\n",
                                "GPU-cc, [Not Supported]\n"))
                .containsOnly(Map.entry(9L, new GpuUsage(MEBI, OptionalInt.empty())));
    }

    @Test
    void rocms_processes_are_read_from_its_json() throws IOException, InterruptedException {
        program(
                "rocm-smi",
                """
                echo 'WARNING: AMD GPU device(s) is/are in a low-power state.'
                echo '{"system": {"PID4711": "python3, 1, 8478720, 0, 12",'
                echo ' "PID4712": "train, fast, 2, 4096, 0, unknown"}}'
                """);

        assertThat(find().ask())
                .containsOnly(
                        Map.entry(4711L, new GpuUsage(8478720, OptionalInt.of(12))),
                        Map.entry(4712L, new GpuUsage(4096, OptionalInt.empty())));
    }

    @Test
    void a_program_that_fails_is_an_ordinary_failure() throws IOException {
        program("nvidia-smi", "echo 'NVIDIA-SMI has failed' ; exit 9");

        assertThatThrownBy(() -> find().ask())
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("nvidia-smi: exit code 9");
    }

    @Test
    void without_any_program_there_is_nothing_to_ask() {
        assertThat(GpuTool.find(Map.of("PATH", folder + ":relative:"))).isEmpty();
        assertThat(GpuTool.find(Map.of())).isEmpty();
    }

    private GpuTool find() {
        return GpuTool.find(Map.of("PATH", "/nowhere:" + folder)).orElseThrow();
    }

    private void program(String name, String script) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
