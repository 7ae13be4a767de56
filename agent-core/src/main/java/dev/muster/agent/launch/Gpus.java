package dev.muster.agent.launch;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The NVIDIA GPUs that a worker would see. */
sealed interface Gpus {
    record Counted(int count) implements Gpus {}

    /** {@code reason} continues a sentence: "…, but nvidia-smi could not be started". */
    record Unknown(String reason) implements Gpus {}

    /** Asks the driver, which may take a moment. */
    static Gpus of(Machine machine) {
        if (machine.programInPath("nvidia-smi").isEmpty()) {
            return new Unknown("nvidia-smi is not in PATH");
        }
        var question = List.of("nvidia-smi", "-L");
        return switch (BriefQuestion.ask(question, Map.of(), BriefQuestion.LIMIT)) {
            case BriefQuestion.Answer.Said(var lines) ->
                    new Counted(visible(lines, machine.environment()));
            case BriefQuestion.Answer.Nothing(var reason) -> new Unknown(reason);
        };
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
