package dev.muster.agent.supervise.process;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;

/**
 * Workers as real processes. Lives on the agent's thread; for each worker one thread does nothing
 * but wait for its end and post it.
 *
 * <p>A worker that has ended stays unreaped until the sweep of its attempt is over. So its pid, its
 * process group and its session cannot come to mean somebody else while we still signal by them.
 */
public final class OsWorkers implements Workers {
    private static final Logger LOG = LoggerFactory.getLogger(OsWorkers.class);
    private static final Spawn.Input NO_INPUT = new Spawn.Input.Nothing();

    private final Marker runMarker;
    private final Executor agentThread;
    private final Listener listener;
    private final Map<LocalRank, Integer> alive = new TreeMap<>();
    private final Set<Integer> unreaped = new HashSet<>();
    private Marker marker;

    public OsWorkers(Marker runMarker, Executor agentThread, Listener listener) {
        this.runMarker = runMarker;
        this.agentThread = agentThread;
        this.listener = listener;
        marker = runMarker;
    }

    @Override
    public long start(int attempt, Start worker) throws IOException {
        marker = runMarker.attempt(attempt);
        var environment = new HashMap<>(worker.environment());
        environment.put(Marker.VARIABLE, marker.valueFor(worker.localRank()));
        int pid =
                new Spawn(
                                worker.command(),
                                environment,
                                worker.workingDirectory(),
                                NO_INPUT,
                                worker.files().stdout(),
                                worker.files().stderr())
                        .start();
        alive.put(worker.localRank(), pid);
        unreaped.add(pid);
        Thread.ofPlatform()
                .name("await rank " + worker.localRank())
                .daemon(true)
                .start(() -> reportExit(worker.localRank(), pid));
        return pid;
    }

    @Override
    public void signalAll(Signal signal) {
        for (int pid : unreaped) {
            try {
                Posix.kill(-pid, signal);
            } catch (IllegalStateException e) {
                LOG.warn("A worker's group could not be signalled: {}", e.getMessage());
            }
        }
    }

    @Override
    public void killAll() {
        signalAll(Signal.KILL);
        try {
            new Sweeper(marker, unreaped).kill();
        } catch (IOException | RuntimeException e) {
            LOG.warn("Only the workers' groups were killed: {}", e.getMessage());
        }
    }

    @Override
    public void sweep(Duration grace) {
        var sweeper = new Sweeper(marker, unreaped);
        Thread.ofPlatform().name("sweep").daemon(true).start(() -> sweep(sweeper, grace));
    }

    @Override
    public Optional<Long> pid(LocalRank localRank) {
        return Optional.ofNullable(alive.get(localRank)).map(Integer::longValue);
    }

    /** Lets go of everything. Nothing may be running any more. */
    @Override
    public void close() {
        reapAll();
    }

    private void reportExit(LocalRank localRank, int pid) {
        WorkerExit exit = Posix.awaitExit(pid);
        long nanoTime = System.nanoTime();
        agentThread.execute(
                () -> {
                    alive.remove(localRank, pid);
                    Duration ago = Duration.ofNanos(System.nanoTime() - nanoTime);
                    listener.exited(localRank, exit, ago);
                });
    }

    private void sweep(Sweeper sweeper, Duration grace) {
        try {
            Sweeper.Swept result = sweeper.sweep(grace);
            agentThread.execute(
                    () -> {
                        reapAll();
                        listener.swept(result.ended(), result.stillThere());
                    });
        } catch (IOException | RuntimeException e) {
            agentThread.execute(() -> endUnseen(String.valueOf(e.getMessage())));
        }
    }

    /** Nobody can look what is left, so everything that a group can be reached by is killed. */
    private void endUnseen(String reason) {
        LOG.warn("The workers' processes could not be looked for ({}); killed by group.", reason);
        signalAll(Signal.KILL);
        reapAll();
        listener.swept(0, 0);
    }

    private void reapAll() {
        unreaped.forEach(Posix::reap);
        unreaped.clear();
    }
}
