package dev.muster.agent.journal;

/** A text is not what this package writes. The message says what was found and expected. */
public final class UnreadableRecord extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnreadableRecord(String message) {
        super(message);
    }

    public UnreadableRecord(String message, Throwable cause) {
        super(message, cause);
    }
}
