package dev.muster.agent.rendezvous;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What one node applies in a dynamic rendezvous (elastic-agent §2.3). Nodes do not tell each other
 * their settings: each goes by its own, but for a {@link Scaling}.
 *
 * @param keepAliveInterval between two signs of life of one node
 * @param keepAliveMaxAttempt so many intervals without one, and the node is lost
 */
public record RendezvousSettings(
        String runId,
        int minNodes,
        int maxNodes,
        RendezvousTimeouts timeouts,
        Duration keepAliveInterval,
        int keepAliveMaxAttempt,
        NodeLossPolicy onNodeLoss) {
    static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(5);
    static final int DEFAULT_ATTEMPTS = 3;

    private static final Set<String> OPTIONS =
            Set.of(
                    "join_timeout",
                    "last_call_timeout",
                    "close_timeout",
                    "heartbeat_timeout",
                    "keep_alive_interval",
                    "keep_alive_max_attempt",
                    "on_node_loss");

    public RendezvousSettings {
        if (runId.isEmpty()) {
            throw new IllegalArgumentException("The run id must be a non-empty string.");
        }
        RendezvousParameters.checkNodes(minNodes, maxNodes);
        if (!keepAliveInterval.isPositive()) {
            throw new IllegalArgumentException(
                    "keep_alive_interval: %d s (expected: > 0 s)"
                            .formatted(keepAliveInterval.toSeconds()));
        }
        if (keepAliveMaxAttempt < 1) {
            throw new IllegalArgumentException(
                    "keep_alive_max_attempt: %d (expected: >= 1)".formatted(keepAliveMaxAttempt));
        }
    }

    /** Of the parameters; the plain {@code timeout} option is none of the dynamic rendezvous's. */
    public static RendezvousSettings from(RendezvousParameters parameters) {
        RendezvousConfig config = parameters.config();
        return new RendezvousSettings(
                parameters.runId(),
                parameters.minNodes(),
                parameters.maxNodes(),
                RendezvousTimeouts.from(config),
                RendezvousTimeouts.seconds(config, "keep_alive_interval", DEFAULT_INTERVAL),
                Math.toIntExact(config.getAsInt("keep_alive_max_attempt").orElse(DEFAULT_ATTEMPTS)),
                config.get("on_node_loss")
                        .map(value -> NodeLossPolicy.parse(value.toString()))
                        .orElse(NodeLossPolicy.REFORM));
    }

    /** The options of every dynamic rendezvous, and a backend's own. */
    public static Set<String> optionsAnd(Collection<String> own) {
        var all = new HashSet<>(OPTIONS);
        all.addAll(own);
        return all;
    }

    /** The same for a job that was given other numbers of nodes since, if it was. */
    public RendezvousSettings scaledTo(Optional<Scaling> scaling) {
        return scaling.map(
                        given ->
                                new RendezvousSettings(
                                        runId,
                                        given.minNodes(),
                                        given.maxNodes(),
                                        timeouts,
                                        keepAliveInterval,
                                        keepAliveMaxAttempt,
                                        onNodeLoss))
                .orElse(this);
    }

    /** How long a node may be silent before it is lost. */
    public Duration silenceLimit() {
        long attempts = keepAliveMaxAttempt; // Duration's own product is one of BigDecimals
        return Duration.ofSeconds(
                keepAliveInterval.getSeconds() * attempts, keepAliveInterval.getNano() * attempts);
    }

    /**
     * How long to wait for an answer of the place where the nodes meet, at the most: shorter than a
     * node may be silent, so that one which hangs is missed like a node.
     */
    public Duration longestAnswer() {
        return silenceLimit().multipliedBy(2).dividedBy(3);
    }

    /** The key that holds the shared state; a round's own keys lie behind it and the round. */
    public String stateKey() {
        return "torch.rendezvous." + runId;
    }

    /** What a round's own keys begin with. */
    public String roundPrefix(long round) {
        return stateKey() + "." + round;
    }
}
