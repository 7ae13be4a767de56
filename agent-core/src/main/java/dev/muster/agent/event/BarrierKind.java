package dev.muster.agent.event;

/** What a barrier is there for. */
public enum BarrierKind {
    /** Agents whose workers are done wait for the others, in the store of their round. */
    EXIT,
    /** Processes align their steps without a store. */
    PEER
}
