package dev.muster.agent.event;

/** Where a run stands, from the outside. */
public enum Phase {
    /** The nodes of the job are meeting; no worker of this one runs. */
    GATHERING,
    /** Accepted; no worker started yet in this attempt. */
    STARTING,
    /** All workers started, none failed. */
    RUNNING,
    /** Workers have been asked to end, for a restart or for good. */
    STOPPING,
    /** No worker runs; the next start is given time, because the last ones ended at once. */
    PAUSING,
    /** This node's workers are done and gone, those of other nodes are not. */
    FINISHING,
    /** The run is over; its outcome says how, where that is known. */
    ENDED
}
