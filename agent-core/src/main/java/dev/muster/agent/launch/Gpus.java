package dev.muster.agent.launch;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The GPUs of NVIDIA or AMD that a worker would see: what torch takes for CUDA devices, whose
 * builds for AMD go by that name too.
 */
sealed interface Gpus {
    record Counted(int count) implements Gpus {}

    /** {@code reason} continues a sentence: "…, but nvidia-smi could not be started". */
    record Unknown(String reason) implements Gpus {}

    /** Asks the drivers, which may take a moment. */
    static Gpus of(Machine machine) {
        Gpus nvidia = ofNvidia(machine);
        if (nvidia instanceof Counted(var count) && count > 0) return nvidia;
        int amd = AmdGpus.installed(machine.sys());
        return amd > 0 ? new Counted(AmdGpus.visible(amd, machine.environment())) : nvidia;
    }

    private static Gpus ofNvidia(Machine machine) {
        if (machine.programInPath("nvidia-smi").isEmpty()) {
            return new Unknown("nvidia-smi is not in PATH, and no GPU of AMD is in /sys");
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
        return left(installed, environment, "CUDA_VISIBLE_DEVICES");
    }

    /** How many of so many GPUs the list in a variable leaves. */
    static int left(int installed, Map<String, String> environment, String variable) {
        String chosen = environment.get(variable);
        if (chosen == null) return installed;
        long named =
                Stream.of(chosen.split(",", -1))
                        .map(String::strip)
                        .takeWhile(device -> !device.isEmpty() && !device.startsWith("-"))
                        .count();
        return (int) Math.min(installed, named);
    }
}
