package dev.muster.agent.launch;

import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;

import java.util.ArrayList;
import java.util.List;

/** A launch as a line of {@code deepspeed}; the way back is {@link DeepspeedWords}. */
final class DeepspeedLine {
    private static final String SAYS_RANK = DeepspeedWords.RANK_ARGUMENT + "=${local_rank}";

    private DeepspeedLine() {}

    static String of(JobSpec spec) {
        var words =
                new ArrayList<>(
                        TorchrunWords.inPython(
                                spec, "deepspeed.launcher.runner", List.of("deepspeed")));
        words.addAll(List.of("--num_gpus", Integer.toString(spec.workers())));
        spec.nodes().ifPresent(nodes -> words.addAll(place(nodes)));
        spec.masterPort().ifPresent(port -> words.addAll(List.of("--master_port", "" + port)));
        List<String> arguments = spec.arguments();
        boolean saysRank = !arguments.isEmpty() && arguments.getFirst().equals(SAYS_RANK);
        if (!saysRank) words.add("--no_local_rank");
        words.addAll(TorchrunWords.underscored(TorchrunWords.entrypoint(spec)));
        words.addAll(saysRank ? arguments.subList(1, arguments.size()) : arguments);
        return TerminalLine.of(spec, spec.environment(), words);
    }

    private static List<String> place(JobNodes nodes) {
        var flags = new ArrayList<>(List.of("--num_nodes", Integer.toString(nodes.max())));
        flags.addAll(List.of("--node_rank", Integer.toString(nodes.nodeRank()), "--no_ssh"));
        flags.addAll(TorchrunWords.place(nodes, "--master_addr", "--master_port"));
        return flags;
    }
}
