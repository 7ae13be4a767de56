package dev.muster.agent.stacks;

import java.util.List;

/**
 * Where one thread stands.
 *
 * @param name as it was given, or {@code MainThread}, or the system's number for it
 * @param idle whether it is known to wait, which is no wonder of a thread that hangs
 * @param frames the outermost first; empty where it runs no Python
 */
public record ThreadStack(String name, boolean idle, List<Frame> frames) {
    /** What Python calls the first thread of a process. */
    public static final String MAIN = "MainThread";

    public ThreadStack {
        frames = List.copyOf(frames);
    }
}
