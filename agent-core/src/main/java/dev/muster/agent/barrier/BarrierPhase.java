package dev.muster.agent.barrier;

/** How far a participant has come in an epoch. */
public enum BarrierPhase {
    /** It is at the barrier. */
    ENTERED,
    /** It has heard that everybody is. */
    INFORMED,
    /** It has heard that everybody has heard, and went on. */
    PASSED
}
