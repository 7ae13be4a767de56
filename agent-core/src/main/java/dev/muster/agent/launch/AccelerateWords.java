package dev.muster.agent.launch;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * {@code accelerate launch} in torchrun's words. It counts the processes of all machines together,
 * and hands its settings to the script in variables.
 */
final class AccelerateWords {
    private static final Set<String> SWITCHES =
            Set.of(
                    "quiet",
                    "cpu",
                    "multi-gpu",
                    "tpu",
                    "ipex",
                    "use-mps-device",
                    "use-xpu",
                    "enable-cpu-affinity",
                    "dynamo-use-fullgraph",
                    "dynamo-use-dynamic",
                    "dynamo-use-regional-compilation",
                    "use-deepspeed",
                    "use-fsdp",
                    "use-megatron-lm",
                    "use-parallelism-config",
                    "same-network",
                    "module",
                    "no-python",
                    "tpu-cluster",
                    "no-tpu-cluster",
                    "tpu-use-sudo",
                    "downcast-bf16",
                    "debug");

    private static final Map<Character, String> LETTERS =
            Map.of('q', "quiet", 'm', "module", 't', "tee");

    private AccelerateWords() {}

    static Translation translate(List<String> words) {
        var flags = ForeignFlags.read(words, SWITCHES, LETTERS);
        var torchrun = new Translation();
        int machines = number(flags.take("num-machines").orElse("1"), 1);
        processes(flags, machines, torchrun);
        if (machines > 1) torchrun.flag("nnodes", Integer.toString(machines));
        torchrun.place(
                machines > 1,
                flags.take("main-process-ip").orElse(""),
                flags.take("main-process-port").orElse(""));
        flags.take("machine-rank").ifPresent(rank -> torchrun.flag("node-rank", rank));
        torchrun.sameAs(
                flags,
                "rdzv-backend",
                "rdzv-conf",
                "max-restarts",
                "monitor-interval",
                "tee",
                "log-dir",
                "role");
        torchrun.sameSwitches(flags, "module", "no-python");
        variables(flags, torchrun);
        flags.take("config-file")
                .ifPresent(
                        file ->
                                torchrun.problems()
                                        .add(
                                                "what %s says is not read; give its number of processes as workers"
                                                        .formatted(file)));
        flags.takeAny("quiet", "multi-gpu", "same-network"); // as it is here anyway
        torchrun.leaveOut(
                flags, "accelerate's", "say in the script's Accelerator(…) what they say");
        torchrun.words().addAll(flags.rest());
        return torchrun;
    }

    private static void processes(ForeignFlags flags, int machines, Translation torchrun) {
        String all = flags.take("num-processes").orElse("");
        int processes = number(all, 0);
        if (all.isEmpty()) {
            torchrun.problems()
                    .add(
                            "--num-processes is not given, and accelerate's own configuration is"
                                    + " not read; say how many workers there are");
        } else if (processes % machines == 0 && processes > 0) {
            torchrun.flag("nproc-per-node", Integer.toString(processes / machines));
        } else {
            torchrun.problems()
                    .add(
                            "found --num-processes %s, expected as many for each of %d machines"
                                    .formatted(all, machines));
        }
    }

    private static void variables(ForeignFlags flags, Translation torchrun) {
        torchrun.variable(flags, "mixed-precision", "ACCELERATE_MIXED_PRECISION");
        torchrun.variable(flags, "num-cpu-threads-per-process", "OMP_NUM_THREADS");
        torchrun.variable(
                flags, "gradient-accumulation-steps", "ACCELERATE_GRADIENT_ACCUMULATION_STEPS");
        flags.take("gpu-ids")
                .filter(ids -> !ids.equals("all"))
                .ifPresent(ids -> torchrun.environment().put("CUDA_VISIBLE_DEVICES", ids));
        flags.take("dynamo-backend")
                .map(backend -> backend.toUpperCase(Locale.ROOT))
                .ifPresent(
                        backend ->
                                torchrun.environment().put("ACCELERATE_DYNAMO_BACKEND", backend));
        if (flags.takeAny("cpu")) torchrun.environment().put("ACCELERATE_USE_CPU", "true");
        if (flags.takeAny("debug")) torchrun.environment().put("ACCELERATE_DEBUG_MODE", "true");
    }

    private static int number(String text, int otherwise) {
        return text.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(text) : otherwise;
    }
}
