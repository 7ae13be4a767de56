package dev.muster.agent.signal;

/**
 * How this process ends. Java's own {@code halt} waits up to 0.3 s for threads that are in the
 * system, and the one that {@link QuitSignal} has always is.
 */
public final class Leaving {
    /** Set while Java's class cache is filled, which Java does when it ends by itself. */
    private static final String FILLS_CLASS_CACHE = "muster.fillsClassCache";

    private Leaving() {}

    /** Ends the process without another word: no hooks are run, nothing is flushed. */
    public static void with(int exitCode) {
        if (QuitSignal.isListening() && !Boolean.getBoolean(FILLS_CLASS_CACHE)) {
            QuitSignal.exit(exitCode);
        }
        Runtime.getRuntime().halt(exitCode);
    }
}
