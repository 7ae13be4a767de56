package dev.muster.agent.supervise.process;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFiles;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The processes of one run, as the driver needs them. What happens to them arrives at the {@link
 * Listener}. All methods and all calls of the listener are on the agent's thread.
 */
public interface Workers extends AutoCloseable {
    /** How to start one worker. */
    record Start(
            LocalRank localRank,
            List<String> command,
            Map<String, String> environment,
            Path workingDirectory,
            WorkerFiles files) {}

    /** Told what became of the processes. */
    interface Listener {
        /**
         * @param ago how long the news had to wait to be heard
         */
        void exited(LocalRank localRank, WorkerExit exit, Duration ago);

        /** It ended at this very moment. */
        default void exited(LocalRank localRank, WorkerExit exit) {
            exited(localRank, exit, Duration.ZERO);
        }

        /** Nothing of the attempt is left, but for what cannot be killed. */
        void swept(int ended, List<Leftover> unkillable);
    }

    /**
     * Starts one worker of the attempt.
     *
     * @return its pid
     * @throws IOException with the system's reason; the listener is not told
     */
    long start(int attempt, Start worker) throws IOException;

    /** Sends the signal to the process group of every worker of the attempt, exited or not. */
    void signalAll(Signal signal);

    /** Sends the signal to every worker that is alive, and to nothing that it started. */
    void signalWorkers(Signal signal);

    /** Sends the signal to that worker if it is alive, and to nothing that it started. */
    void signal(LocalRank localRank, Signal signal);

    /** Kills every process of the attempt, wherever it went. */
    void killAll();

    /** Ends what is left of the attempt: asks, waits for {@code grace}, kills; then says swept. */
    void sweep(Duration grace);

    /** The pid of a worker that has not exited. */
    Optional<Long> pid(LocalRank localRank);

    /** That worker's process by name, if it is there. */
    default Optional<Leftover> find(LocalRank localRank) {
        return Optional.empty();
    }

    @Override
    void close();
}
