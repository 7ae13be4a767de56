package dev.muster.agent.stacks;

/** A way to learn where a worker stands, the best first. */
public enum Rung {
    /** The worker answers on PyTorch's control socket; it is not disturbed. */
    CONTROL_SOCKET("control-socket"),
    /** py-spy reads its memory from outside; it is stopped for milliseconds. */
    PY_SPY("py-spy"),
    /** SIGABRT has Python print its threads and end. */
    ABORT("abort");

    private final String word;

    Rung(String word) {
        this.word = word;
    }

    /** As it is written for scripts. */
    public String word() {
        return word;
    }
}
