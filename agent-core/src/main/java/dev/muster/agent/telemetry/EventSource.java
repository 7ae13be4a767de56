package dev.muster.agent.telemetry;

/** Of whom an {@link Event} tells. */
public enum EventSource {
    AGENT,
    WORKER
}
