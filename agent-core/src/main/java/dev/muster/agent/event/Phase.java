package dev.muster.agent.event;

/** Where a run stands, from the outside. */
public enum Phase {
    /** Accepted; no worker started yet in this attempt. */
    STARTING,
    /** All workers started, none failed. */
    RUNNING,
    /** Workers have been asked to end, for a restart or for good. */
    STOPPING,
    /** The run is over; its outcome says how. */
    ENDED
}
