package dev.muster.agent.event;

/** How a run ended. */
public enum Outcome {
    SUCCEEDED,
    FAILED,
    STOPPED
}
