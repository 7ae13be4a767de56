package dev.muster.agent.launch;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The NVIDIA GPUs that a worker would see. */
sealed interface Gpus {
    record Counted(int count) implements Gpus {}

    /** {@code reason} continues a sentence: "…, but nvidia-smi is not in PATH". */
    record Unknown(String reason) implements Gpus {}

    /** Asks the driver; waits for it at most 5 s. */
    static Gpus inThisMachine(Map<String, String> environment) {
        try {
            return ask(environment);
        } catch (IOException _) { // which is how a program that is not in PATH shows
            return new Unknown("nvidia-smi is not in PATH");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Unknown("counting the GPUs was interrupted");
        }
    }

    private static Gpus ask(Map<String, String> environment)
            throws IOException, InterruptedException {
        var command = new ProcessBuilder("nvidia-smi", "-L");
        command.environment().putAll(environment);
        Process process = command.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        process.getOutputStream().close();
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return new Unknown("nvidia-smi gave no answer within 5 s");
        }
        if (process.exitValue() != 0) {
            return new Unknown("nvidia-smi failed with exit code " + process.exitValue());
        }
        try (var lines = process.inputReader()) {
            return new Counted(visible(lines.lines().toList(), environment));
        }
    }

    /** How many of the listed GPUs {@code CUDA_VISIBLE_DEVICES} leaves. */
    static int visible(List<String> listing, Map<String, String> environment) {
        int installed = (int) listing.stream().filter(line -> line.startsWith("GPU ")).count();
        String chosen = environment.get("CUDA_VISIBLE_DEVICES");
        if (chosen == null) return installed;
        long named =
                Stream.of(chosen.split(",", -1))
                        .map(String::strip)
                        .takeWhile(device -> !device.isEmpty() && !device.startsWith("-"))
                        .count();
        return (int) Math.min(installed, named);
    }
}
