package dev.muster.agent.control.client;

/** Why an agent could not be asked. The message is one sentence for the user. */
public abstract sealed class ControlFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private ControlFailure(String message) {
        super(message);
    }

    /** Nobody listens there, or whoever did is gone. */
    public static final class Unreachable extends ControlFailure {
        private static final long serialVersionUID = 1L;

        Unreachable(String message) {
            super(message);
        }
    }

    /**
     * One side does not take the other's key. That does not pass by itself, and is not tried again.
     */
    public static final class Distrusted extends ControlFailure {
        private static final long serialVersionUID = 1L;
        private final boolean isByAgent;

        Distrusted(String message) {
            this(message, false);
        }

        private Distrusted(String message, boolean isByAgent) {
            super(message);
            this.isByAgent = isByAgent;
        }

        static Distrusted byAgent(String message) {
            return new Distrusted(message, true);
        }

        /** Whether it is the agent that does not take our key, and not we its. */
        public boolean isByAgent() {
            return isByAgent;
        }
    }

    /** The agent said nothing for longer than it may. */
    public static final class Silent extends ControlFailure {
        private static final long serialVersionUID = 1L;

        Silent(String message) {
            super(message);
        }
    }

    /** What came is not what an agent says, or more than it may say. */
    public static final class Malformed extends ControlFailure {
        private static final long serialVersionUID = 1L;

        public Malformed(String message) {
            super(message);
        }
    }

    /** The agent answered that it will not; the message is its own sentence. */
    public static final class Refused extends ControlFailure {
        private static final long serialVersionUID = 1L;
        private final int status;

        Refused(int status, String message) {
            super(message);
            this.status = status;
        }

        /** HTTP's number for it. */
        public int status() {
            return status;
        }

        /** Whether what was asked about stands otherwise than the asker thought. */
        public boolean isConflict() {
            return status == 409;
        }

        /** Whether what was asked about is not there. */
        public boolean isAbsence() {
            return status == 404;
        }
    }
}
