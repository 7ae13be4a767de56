package dev.muster.agent.signal;

import static java.lang.foreign.ValueLayout.JAVA_INT;

/**
 * How this process ends. Java's own {@code halt} waits up to 0.3 s for threads that are in the
 * system, and the one that waits for signals always is.
 */
public final class Leaving {
    /** Set while Java's class cache is filled, which Java does when it ends by itself. */
    private static final String FILLS_CLASS_CACHE = "muster.fillsClassCache";

    private Leaving() {}

    /** Ends the process without another word: no hooks are run, nothing is flushed. */
    public static void with(int exitCode) {
        if (Boolean.getBoolean(FILLS_CLASS_CACHE)) Runtime.getRuntime().halt(exitCode);
        try {
            int answer = (int) Libc.call(JAVA_INT, "_exit", JAVA_INT).invokeExact(exitCode);
            throw new IllegalStateException("_exit answered " + answer + " (expected: no answer)");
        } catch (Throwable e) {
            throw new IllegalStateException("this system cannot end a process", e);
        }
    }
}
