package dev.muster.agent.supervise.process;

import java.io.IOException;
import java.util.List;

/** Prepares what an attempt needs before its first worker starts. On the agent's thread. */
public interface Attempts {
    /**
     * Empties the workers' store, makes their folders, and says how to start each local rank, in
     * order.
     *
     * @throws IOException when something of it cannot be had; the message is fit for the user
     */
    List<Workers.Start> prepare(int attempt, int restartCount) throws IOException;
}
