package dev.muster.agent.rendezvous;

import java.util.Arrays;
import java.util.Locale;

/** What the others do when a node is lost in the middle of a round. */
public enum NodeLossPolicy {
    /** Start a new round with those who are left, and whoever else is needed to be enough. */
    REFORM,
    /** Go on as we are until a replacement waits; what torchrun does. */
    WAIT,
    /** End the job. */
    STOP;

    /** Reads the {@code on_node_loss} option. */
    static NodeLossPolicy parse(String text) {
        return Arrays.stream(values())
                .filter(policy -> policy.name().equals(text.strip().toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "on_node_loss: '%s' (expected: reform, wait or stop)"
                                                .formatted(text)));
    }
}
