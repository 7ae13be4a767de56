package dev.muster.agent;

/** The agent cannot do what it was asked; the message is one sentence for the user. */
public final class AgentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public AgentException(String message) {
        super(message);
    }

    public AgentException(String message, Throwable cause) {
        super(message, cause);
    }
}
