package dev.muster.agent.rendezvous;

import java.util.Optional;

/**
 * What a backend is asked for (elastic-agent §2.1), checked in torchrun's order and refused in its
 * words.
 *
 * @param endpoint where the nodes meet, as the user wrote it; each backend has its own default
 * @param runId names the job; the backends that share a state refuse an empty one
 * @param localAddress how peers reach this node, where its own name would not do
 */
public record RendezvousParameters(
        String backend,
        String endpoint,
        String runId,
        int minNodes,
        int maxNodes,
        Optional<String> localAddress,
        RendezvousConfig config) {
    static final String EMPTY_NAME = "The rendezvous backend name must be a non-empty string.";

    public RendezvousParameters {
        if (backend.isEmpty()) throw new IllegalArgumentException(EMPTY_NAME);
        checkNodes(minNodes, maxNodes);
    }

    static void checkNodes(int minNodes, int maxNodes) {
        if (minNodes < 1) {
            throw new IllegalArgumentException(
                    "The minimum number of rendezvous nodes (%d) must be greater than zero."
                            .formatted(minNodes));
        }
        if (maxNodes < minNodes) {
            throw new IllegalArgumentException(
                    ("The maximum number of rendezvous nodes (%d) must be greater than or equal to"
                                    + " the minimum number of rendezvous nodes (%d).")
                            .formatted(maxNodes, minNodes));
        }
    }
}
