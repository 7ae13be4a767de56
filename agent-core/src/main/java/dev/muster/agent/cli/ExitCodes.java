package dev.muster.agent.cli;

/** What {@code muster} ends with when it is not a worker's exit code. */
final class ExitCodes {
    static final int OK = 0;

    /** torchrun's for every failure of a run. */
    static final int OF_TORCHRUN = 1;

    static final int BROKEN = 1;
    static final int USAGE = 2;

    /** sysexits' for a service that is not there. */
    static final int UNAVAILABLE = 69;

    /** sysexits' for what another has now: trying again at once does not help. */
    static final int TAKEN = 75;

    private ExitCodes() {}
}
