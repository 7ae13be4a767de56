package dev.muster.agent.session;

/** A run could not be taken. The message is one sentence for the user. */
public final class LaunchFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LaunchFailed(String message) {
        super(message);
    }

    public LaunchFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
