package dev.muster.agent.cli;

/** A command cannot do what it was called for; the message is one sentence for the user. */
final class CommandFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private CommandFailed(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** No agent is there to ask, or the one that is does not answer. */
    static CommandFailed unavailable(String message) {
        return new CommandFailed(ExitCodes.UNAVAILABLE, message);
    }

    /** It was understood, and cannot be done. */
    static CommandFailed refused(String message) {
        return new CommandFailed(ExitCodes.BROKEN, message);
    }

    /** It was not called with what it needs. */
    static CommandFailed misused(String message) {
        return new CommandFailed(ExitCodes.USAGE, message);
    }

    int exitCode() {
        return exitCode;
    }
}
