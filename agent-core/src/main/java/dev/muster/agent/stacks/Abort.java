package dev.muster.agent.stacks;

/** Sends a worker SIGABRT, which ends it. Any thread. */
@FunctionalInterface
public interface Abort {
    /** False when it is gone, or is no worker any more; nothing was sent then. */
    boolean send(StackSource worker);
}
