package dev.muster.agent.launch;

import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.StdByRank;

import java.util.ArrayList;
import java.util.List;

/** A launch as a line of {@code accelerate launch}; the way back is {@link AccelerateWords}. */
final class AccelerateLine {
    private static final List<String> COMMAND = List.of("accelerate", "launch");

    private AccelerateLine() {}

    static String of(JobSpec spec) {
        var words =
                new ArrayList<>(
                        TorchrunWords.inPython(spec, "accelerate.commands.launch", COMMAND));
        int machines = spec.nodes().map(JobNodes::max).orElse(1);
        int processes = spec.workers() * machines;
        if (processes > 1) words.add("--multi_gpu");
        words.addAll(List.of("--num_processes", Integer.toString(processes)));
        words.addAll(List.of("--num_machines", Integer.toString(machines)));
        spec.nodes().ifPresent(nodes -> words.addAll(place(nodes)));
        spec.masterPort()
                .ifPresent(port -> words.addAll(List.of("--main_process_port", "" + port)));
        if (spec.maxRestarts() > 0) {
            words.addAll(List.of("--max_restarts", Integer.toString(spec.maxRestarts())));
        }
        if (!spec.role().equals("default")) words.addAll(List.of("--role", spec.role()));
        if (!spec.streams().tee().equals(StdByRank.NONE)) {
            words.addAll(List.of("--tee", spec.streams().tee().flag()));
        }
        spec.streams()
                .logDir()
                .ifPresent(folder -> words.addAll(List.of("--log_dir", folder.toString())));
        words.addAll(TorchrunWords.underscored(TorchrunWords.entrypoint(spec)));
        words.addAll(spec.arguments());
        return TerminalLine.of(spec, TerminalLine.withPrefixAndGrace(spec), words);
    }

    private static List<String> place(JobNodes nodes) {
        var flags = new ArrayList<>(List.of("--machine_rank", Integer.toString(nodes.nodeRank())));
        flags.addAll(TorchrunWords.place(nodes, "--main_process_ip", "--main_process_port"));
        flags.addAll(List.of("--rdzv_backend", nodes.backend()));
        String options = DraftOfSpec.options(nodes);
        if (!options.isEmpty()) flags.addAll(List.of("--rdzv_conf", options));
        return flags;
    }
}
