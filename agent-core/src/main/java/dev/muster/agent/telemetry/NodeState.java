package dev.muster.agent.telemetry;

/** Where a node stands in a rendezvous, as a {@link RdzvEvent} tells it. */
public enum NodeState {
    INIT,
    RUNNING,
    SUCCEEDED,
    FAILED
}
