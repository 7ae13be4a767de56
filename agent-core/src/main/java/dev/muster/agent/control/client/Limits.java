package dev.muster.agent.control.client;

/** How much an agent may say. */
final class Limits {
    /** Bytes of a status line. */
    static final int STATUS_LINE = 1 << 10;

    /** Bytes of all headers of an answer. */
    static final int HEADERS = 1 << 16;

    /** Bytes of an answer that is no stream. */
    static final int BODY = 4 << 20;

    /** Bytes of the stacks of all workers of a node, with all their threads. */
    static final int STACKS = 64 << 20;

    /** Bytes of a reason why not. */
    static final int PROBLEM = 1 << 16;

    /** Characters of a sentence or a name. */
    static final int SENTENCE = 1 << 10;

    /** Runs of one agent. */
    static final int RUNS = 10_000;

    /** Workers of a run, here or in all. */
    static final int WORKERS = 1 << 17;

    /** Bytes of one event of a stream: what a line of a journal may have. */
    static final int EVENT = 16 << 20;

    /** Connections that are kept for the next requests. */
    static final int IDLE_CONNECTIONS = 4;

    private Limits() {}
}
