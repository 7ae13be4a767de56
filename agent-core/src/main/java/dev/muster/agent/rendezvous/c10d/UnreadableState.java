package dev.muster.agent.rendezvous.c10d;

/**
 * A stored value that is no rendezvous state of a kind we know. It must stay as it is: somebody
 * else may understand it.
 */
public abstract sealed class UnreadableState extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_NAME = 120;

    private UnreadableState(String message) {
        super(message);
    }

    /** It is cut off or garbled; nobody can read it. */
    public static final class Corrupt extends UnreadableState {
        private static final long serialVersionUID = 1L;

        Corrupt(String message) {
            super(message);
        }
    }

    /** It is whole, but says things that no known version of PyTorch says. */
    public static final class Foreign extends UnreadableState {
        private static final long serialVersionUID = 1L;

        Foreign(String message) {
            super(message);
        }
    }

    /** It exceeds one of the {@link PickleLimits}. */
    public static final class TooLarge extends UnreadableState {
        private static final long serialVersionUID = 1L;

        TooLarge(String what, long found, long limit) {
            super("%s: %d (expected: <= %d)".formatted(what, found, limit));
        }
    }

    /** It wants something called or made that no rendezvous state needs. Nothing was called. */
    public static final class ForbiddenCallable extends UnreadableState {
        private static final long serialVersionUID = 1L;

        ForbiddenCallable(String name) {
            super(
                    "the pickled state names %s, which no rendezvous state needs"
                            .formatted(shown(name)));
        }
    }

    /** The start of {@code name}, which a stranger chose, fit to be printed. */
    static String shown(String name) {
        var printable = name.replaceAll("[^ -~]", "?");
        return printable.length() <= LONGEST_NAME
                ? printable
                : printable.substring(0, LONGEST_NAME) + "…";
    }
}
