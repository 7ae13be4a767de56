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
                        spec.python()
                                .map(
                                        python ->
                                                List.of(
                                                        python.toString(),
                                                        "-m",
                                                        "deepspeed.launcher.runner"))
                                .orElse(List.of("deepspeed")));
        words.addAll(List.of("--num_gpus", Integer.toString(spec.workers())));
        spec.nodes().ifPresent(nodes -> words.addAll(place(nodes)));
        spec.masterPort().ifPresent(port -> words.addAll(List.of("--master_port", "" + port)));
        List<String> arguments = spec.arguments();
        boolean saysRank = !arguments.isEmpty() && arguments.getFirst().equals(SAYS_RANK);
        if (!saysRank) words.add("--no_local_rank");
        words.addAll(
                TorchrunWords.entrypoint(spec).stream()
                        .map(word -> word.equals("--no-python") ? "--no_python" : word)
                        .toList());
        words.addAll(saysRank ? arguments.subList(1, arguments.size()) : arguments);
        return TerminalLine.of(spec, spec.environment(), words);
    }

    private static List<String> place(JobNodes nodes) {
        var flags = new ArrayList<>(List.of("--num_nodes", Integer.toString(nodes.max())));
        flags.addAll(List.of("--node_rank", Integer.toString(nodes.nodeRank()), "--no_ssh"));
        int colon = nodes.endpoint().lastIndexOf(':');
        flags.addAll(
                List.of(
                        "--master_addr",
                        colon < 0 ? nodes.endpoint() : nodes.endpoint().substring(0, colon)));
        if (colon >= 0) {
            flags.addAll(List.of("--master_port", nodes.endpoint().substring(colon + 1)));
        }
        return flags;
    }
}
