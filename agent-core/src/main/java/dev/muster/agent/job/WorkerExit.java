package dev.muster.agent.job;

/** How a worker ended. */
public sealed interface WorkerExit {
    /** It returned 0. */
    record Succeeded() implements WorkerExit {}

    /** It returned {@code exitCode}, 1 … 255. */
    record Failed(int exitCode) implements WorkerExit {}

    /** A signal ended it; {@code byAgent} when the agent had asked the group to stop by then. */
    record Killed(Signal signal, boolean byAgent) implements WorkerExit {}

    /** It could not be started at all; {@code reason} is the system's, in a phrase. */
    record NeverStarted(String reason) implements WorkerExit {}

    /** It went on after SIGKILL: the system keeps it in a wait that nothing can end. */
    record Unkillable() implements WorkerExit {}

    /** The exit code a shell would show: 128 + n for a signal, 127 for what never started. */
    default int shellCode() {
        return switch (this) {
            case Succeeded _ -> 0;
            case Failed(var code) -> code;
            case Killed(var signal, _) -> 128 + signal.number();
            case NeverStarted _ -> 127;
            case Unkillable _ -> 128 + Signal.KILL.number();
        };
    }

    /** As Python's subprocess has it: the negative number of the signal. */
    default int pythonCode() {
        return this instanceof Killed(var signal, _) ? -signal.number() : shellCode();
    }

    /** What happened, as the end of a sentence that starts with the rank. */
    default String inWords() {
        return switch (this) {
            case Succeeded _ -> "is done";
            case Failed(var code) -> "failed with exit code " + code;
            case Killed(var signal, var byAgent) ->
                    byAgent ? "was stopped with " + signal : "was killed by " + signal;
            case Unkillable _ -> "cannot be killed";
            case NeverStarted(var reason) -> "could not be started: " + reason;
        };
    }
}
