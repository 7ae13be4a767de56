package dev.muster.agent.ssh;

import java.util.Objects;

/** Something could not be done on the other machine. The message is for the user. */
public final class SshFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SshFailure(String message) {
        super(message);
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
