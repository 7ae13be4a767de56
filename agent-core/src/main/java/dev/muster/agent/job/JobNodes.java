package dev.muster.agent.job;

import java.util.Map;
import java.util.Optional;

/**
 * How this node meets the others of its job.
 *
 * @param min nodes without which nothing is run, 1 …
 * @param max nodes at most
 * @param nodeRank this node's place, for the static backend
 * @param backend the rendezvous's name, as {@code --rdzv-backend} has it
 * @param endpoint where they meet, as the user wrote it
 * @param config the backend's own options, as texts
 * @param localAddress how peers reach this node, where nobody should have to guess
 */
public record JobNodes(
        int min,
        int max,
        int nodeRank,
        String backend,
        String endpoint,
        Map<String, String> config,
        Optional<String> localAddress) {
    public JobNodes {
        config = Map.copyOf(config);
        if (min < 1 || max < min) {
            throw new IllegalArgumentException(
                    "nodes: %d:%d (expected: 1 <= min <= max)".formatted(min, max));
        }
        if (nodeRank < 0) {
            throw new IllegalArgumentException("node rank: " + nodeRank + " (expected: >= 0)");
        }
    }

    /** The same for another number of nodes. */
    JobNodes scaledTo(int newMin, int newMax) {
        return new JobNodes(newMin, newMax, nodeRank, backend, endpoint, config, localAddress);
    }
}
