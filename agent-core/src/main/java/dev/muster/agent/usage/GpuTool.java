package dev.muster.agent.usage;

import dev.muster.agent.event.GpuUsage;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The vendor's program that tells which process uses how much of which GPU. Running it takes a
 * while and may hang with the driver, so it has a limit. Any thread; blocks.
 */
public sealed interface GpuTool {
    /** What each process uses, by pid; empty when the program has nothing to say, or failed. */
    Map<Long, GpuUsage> ask() throws IOException, InterruptedException;

    /**
     * @param program where it is
     */
    record Nvidia(Path program) implements GpuTool {
        @Override
        public Map<Long, GpuUsage> ask() throws IOException, InterruptedException {
            String processes =
                    output(
                            program,
                            "--query-compute-apps=gpu_uuid,pid,used_gpu_memory",
                            "--format=csv,noheader,nounits");
            if (processes.isBlank()) return Map.of();
            String devices =
                    output(
                            program,
                            "--query-gpu=uuid,utilization.gpu",
                            "--format=csv,noheader,nounits");
            return GpuTables.ofNvidia(processes, devices);
        }
    }

    /**
     * @param program where it is
     */
    record Rocm(Path program) implements GpuTool {
        @Override
        public Map<Long, GpuUsage> ask() throws IOException, InterruptedException {
            return GpuTables.ofRocm(output(program, "--showpids", "--json"));
        }
    }

    /** The one that is in the PATH of that environment, if any. */
    static Optional<GpuTool> find(Map<String, String> environment) {
        List<Path> folders =
                Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
                        .filter(folder -> folder.startsWith("/"))
                        .map(Path::of)
                        .toList();
        return in(folders, "nvidia-smi")
                .<GpuTool>map(Nvidia::new)
                .or(() -> in(folders, "rocm-smi").map(Rocm::new));
    }

    private static Optional<Path> in(List<Path> folders, String name) {
        return folders.stream()
                .map(folder -> folder.resolve(name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static String output(Path program, String... words)
            throws IOException, InterruptedException {
        Duration limit = Duration.ofSeconds(10);
        var command = new java.util.ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(words));
        Path printed = Files.createTempFile("muster-gpu", ".out"); // a pipe could fill and block
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectInput(Path.of("/dev/null").toFile())
                            .redirectOutput(printed.toFile())
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("%s: no answer in %s".formatted(program, limit));
            }
            if (process.exitValue() != 0) {
                throw new IOException("%s: exit code %d".formatted(program, process.exitValue()));
            }
            return Files.readString(printed, StandardCharsets.UTF_8);
        } finally {
            Files.delete(printed);
        }
    }
}
