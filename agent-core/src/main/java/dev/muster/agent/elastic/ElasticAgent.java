package dev.muster.agent.elastic;

/** Runs the workers of one spec, and starts them anew when they fail or the nodes change. */
public interface ElasticAgent extends AutoCloseable {
    /**
     * Runs the workers to their end. Once only.
     *
     * @throws dev.muster.agent.session.LaunchFailed when nothing could be started
     * @throws IllegalStateException when it was called before
     */
    RunResult run() throws InterruptedException;

    /**
     * The workers as of now. Any thread, also while they run.
     *
     * @throws IllegalArgumentException unless this agent has that role
     */
    WorkerGroup getWorkerGroup(String role);

    /** Restarts that failures may still cost. */
    int remainingRestarts();

    /** Stops the workers, with their grace, and waits for that. */
    @Override
    void close();
}
