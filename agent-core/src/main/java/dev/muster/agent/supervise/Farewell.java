package dev.muster.agent.supervise;

/** How this node takes its leave of the others of its job. */
public enum Farewell {
    /** The job is over for everybody: its run id is closed. */
    CLOSE,
    /** This node only goes; the others, or it itself, may go on under the same run id. */
    LEAVE
}
