package dev.muster.agent.rendezvous;

import java.util.Objects;

/**
 * A rendezvous did not come about (elastic-agent §2.1). The message is for the user: it says who
 * was there and what can be done.
 */
public abstract sealed class RendezvousException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private RendezvousException(String message) {
        super(message);
    }

    private RendezvousException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    /** The run id is closed for good; torchrun's {@code RendezvousClosedError}. */
    public static final class Closed extends RendezvousException {
        private static final long serialVersionUID = 1L;

        public Closed(String message) {
            super(message);
        }
    }

    /** Too few came in time; torchrun's {@code RendezvousTimeoutError}. */
    public static final class TimedOut extends RendezvousException {
        private static final long serialVersionUID = 1L;

        public TimedOut(String message) {
            super(message);
        }
    }

    /** The store cannot be reached; torchrun's {@code RendezvousConnectionError}. */
    public static final class Unreachable extends RendezvousException {
        private static final long serialVersionUID = 1L;

        public Unreachable(String message) {
            super(message);
        }

        public Unreachable(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** What the nodes share cannot be understood; torchrun's {@code RendezvousStateError}. */
    public static final class CorruptState extends RendezvousException {
        private static final long serialVersionUID = 1L;

        public CorruptState(String message) {
            super(message);
        }

        public CorruptState(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** No failure: a spare leaves because the job is over; {@code RendezvousGracefulExitError}. */
    public static final class GracefulExit extends RendezvousException {
        private static final long serialVersionUID = 1L;

        public GracefulExit(String message) {
            super(message);
        }
    }
}
