package dev.muster.agent.job;

/** What all workers of an agent find on their standard input. */
public enum WorkerInput {
    /** Its end at once, because the agent's own is nobody's to type in, or another's to read. */
    NOTHING,

    /** The agent's own, which they share as torchrun's do: what one has read the others miss. */
    OF_THE_AGENT
}
