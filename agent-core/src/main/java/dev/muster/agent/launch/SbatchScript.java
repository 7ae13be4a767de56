package dev.muster.agent.launch;

import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A launch as a script for {@code sbatch}: one torchrun on every node, which find each other where
 * the first of them is. The way back is {@link SlurmOptions}.
 */
final class SbatchScript {
    private static final String FIRST_NODE =
            "first=$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n 1)";

    private static final String PORT = "29400";

    private SbatchScript() {}

    static String of(JobSpec spec) {
        var lines = new ArrayList<>(List.of("#!/bin/bash"));
        lines.add("#SBATCH --job-name=" + ShellWords.quote(spec.entrypoint().shortName()));
        lines.add("#SBATCH --nodes=" + spec.nodes().map(SbatchScript::count).orElse("1"));
        lines.add("#SBATCH --ntasks-per-node=1");
        lines.add("#SBATCH --chdir=" + ShellWords.quote(spec.workingDirectory().toString()));
        lines.add(
                "# and what the cluster asks for: --partition, --account, --time, --gpus-per-node");
        lines.add("");
        TerminalLine.assignments(TerminalLine.withPrefix(spec))
                .forEach(variable -> lines.add("export " + variable));
        if (spec.nodes().isPresent()) lines.add(FIRST_NODE);
        var words = new ArrayList<>(TorchrunWords.launcher(spec));
        words.addAll(TorchrunWords.flags(spec, spec.nodes().map(SbatchScript::together)));
        words.addAll(TorchrunWords.grace(spec));
        var behind = new ArrayList<>(TorchrunWords.entrypoint(spec));
        behind.addAll(spec.arguments());
        String place = spec.nodes().isPresent() ? " --rdzv-endpoint \"$first:" + PORT + "\"" : "";
        lines.add("srun " + ShellWords.join(words) + place + " " + ShellWords.join(behind));
        return String.join("\n", lines) + "\n";
    }

    private static String count(JobNodes nodes) {
        return nodes.min() == nodes.max()
                ? Integer.toString(nodes.min())
                : nodes.min() + "-" + nodes.max();
    }

    /** All nodes get the same words, so none of them can be told its rank. */
    private static JobNodes together(JobNodes nodes) {
        String backend = nodes.backend().equals("static") ? "c10d" : nodes.backend();
        return new JobNodes(
                nodes.min(),
                nodes.max(),
                0,
                backend,
                "",
                NodeChecks.given(nodes),
                Optional.empty());
    }
}
