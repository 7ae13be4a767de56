package dev.muster.agent.supervise.process;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerInput;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Workers as real processes. Lives on the agent's thread; for each worker one thread does nothing
 * but wait for its end and post it, and one more, the <em>keeper</em>, starts the workers and
 * sweeps up after them. It is there from the beginning, because a system that has no thread to
 * spare is one on which the workers must still be ended; and it alone is in the run's cgroup.
 *
 * <p>A worker that has ended stays unreaped until the sweep of its attempt is over. So its pid, its
 * process group and its session cannot come to mean somebody else while we still signal by them.
 */
public final class OsWorkers implements Workers {
    private static final Logger LOG = LoggerFactory.getLogger(OsWorkers.class);

    private final Marker runMarker;
    private final Optional<RunCgroup> cgroup;
    private final Spawn.Input input;
    private final Executor agentThread;
    private final Listener listener;
    private final ExecutorService keeper =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name("keeper").daemon(true).factory());
    private final Map<LocalRank, Integer> alive = new TreeMap<>();
    private final Set<Integer> unreaped = ConcurrentHashMap.newKeySet();
    private Marker marker;
    private Kin kin;

    /** {@code cgroup} is for this run only, and is taken away when the workers are closed. */
    OsWorkers(
            Marker runMarker,
            Optional<RunCgroup> cgroup,
            WorkerInput input,
            Executor agentThread,
            Listener listener) {
        this.runMarker = runMarker;
        this.cgroup = cgroup;
        this.input = toSpawnWith(input);
        this.agentThread = agentThread;
        this.listener = listener;
        marker = runMarker;
        kin = kinSince(0);
        keeper.execute(() -> cgroup.ifPresent(RunCgroup::enter));
    }

    /** The workers of a run, in a cgroup of its own where there can be one. */
    public static OsWorkers of(
            Marker agent,
            RunId run,
            Cgroups cgroups,
            WorkerInput input,
            Executor agentThread,
            Listener listener) {
        return new OsWorkers(agent.run(run), cgroups.of(run), input, agentThread, listener);
    }

    private static Spawn.Input toSpawnWith(WorkerInput input) {
        return switch (input) {
            case NOTHING -> new Spawn.Input.Nothing();
            case OF_THE_AGENT -> new Spawn.Input.Inherited();
        };
    }

    @Override
    public long start(int attempt, Start worker) throws IOException {
        boolean first = !marker.equals(runMarker.attempt(attempt));
        marker = runMarker.attempt(attempt);
        var environment = new HashMap<>(worker.environment());
        environment.put(Marker.VARIABLE, marker.valueFor(worker.localRank()));
        int pid =
                start(
                        new Spawn(
                                worker.command(),
                                environment,
                                worker.workingDirectory(),
                                input,
                                worker.files().stdout(),
                                worker.files().stderr()));
        alive.put(worker.localRank(), pid);
        unreaped.add(pid);
        if (first) kin = kinSince(startOf(pid));
        Thread.ofPlatform()
                .name("await rank " + worker.localRank())
                .daemon(true)
                .start(() -> reportExit(worker.localRank(), pid));
        return pid;
    }

    /** On the keeper, which is in the cgroup. */
    private int start(Spawn spawn) throws IOException {
        try {
            return CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    int pid = spawn.start();
                                    cgroup.ifPresent(group -> group.take(pid));
                                    return pid;
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            },
                            keeper)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException refused) throw refused.getCause();
            throw e;
        }
    }

    private Kin kinSince(long ticks) {
        return new Kin(marker, unreaped, cgroup, ticks);
    }

    /** When it was started; 0, which is before everybody, if that cannot be read now. */
    private static long startOf(int pid) {
        try {
            return ProcessEntry.read(pid).map(ProcessEntry::startTicks).orElse(0L);
        } catch (IOException e) {
            LOG.debug("everybody's age will be taken for possible", e);
            return 0;
        }
    }

    /** Whoever was stopped goes on, so that it can do as it is asked. */
    @Override
    public void signalAll(Signal signal) {
        if (cgroup.isEmpty() && !Orphans.areTakenIn()) rememberAll();
        sendAll(signal);
        if (!signal.equals(Signal.KILL)) sendAll(Signal.CONT);
    }

    @Override
    public void signalWorkers(Signal signal) {
        alive.values().forEach(pid -> Posix.kill(pid, signal));
    }

    @Override
    public void signal(LocalRank localRank, Signal signal) {
        pid(localRank).ifPresent(pid -> Posix.kill(pid.intValue(), signal));
    }

    /** Who loses its parent to the coming signal is known to be ours from before. */
    private void rememberAll() {
        try {
            kin.living();
        } catch (IOException e) {
            LOG.warn("The workers' processes could not be looked for: {}", e.getMessage());
        }
    }

    private void sendAll(Signal signal) {
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
        sendAll(Signal.KILL);
        try {
            new Sweeper(kin).kill();
        } catch (IOException | RuntimeException e) {
            LOG.warn("Only the workers' groups were killed: {}", e.getMessage());
        }
    }

    @Override
    public void sweep(Duration grace) {
        alive.clear(); // who has not ended by now is beyond our reach
        var sweeper = new Sweeper(kin);
        keeper.execute(() -> sweep(sweeper, grace));
    }

    @Override
    public Optional<Long> pid(LocalRank localRank) {
        return Optional.ofNullable(alive.get(localRank)).map(Integer::longValue);
    }

    @Override
    public Optional<Leftover> find(LocalRank localRank) {
        try {
            Optional<ProcessEntry> entry =
                    alive.containsKey(localRank)
                            ? ProcessEntry.read(alive.get(localRank))
                            : Optional.empty();
            return entry.isEmpty() ? Optional.empty() : Optional.of(Leftover.of(entry.get()));
        } catch (IOException e) {
            LOG.warn("Rank {} cannot be looked at: {}", localRank, e.getMessage());
            return Optional.empty();
        }
    }

    /** Lets go of everything. Nothing may be running any more, but for what cannot be killed. */
    @Override
    public void close() {
        reapAll();
        keeper.close();
        cgroup.ifPresent(RunCgroup::close);
    }

    private void reportExit(LocalRank localRank, int pid) {
        WorkerExit exit = Posix.awaitExit(pid);
        long nanoTime = System.nanoTime();
        agentThread.execute(
                () -> {
                    if (alive.remove(localRank, pid)) {
                        Duration ago = Duration.ofNanos(System.nanoTime() - nanoTime);
                        listener.exited(localRank, exit, ago);
                    } else {
                        Posix.reap(pid); // given up long ago
                    }
                });
    }

    private void sweep(Sweeper sweeper, Duration grace) {
        try {
            Sweeper.Swept result = sweeper.sweep(grace);
            Orphans.present(); // those that the sweep has ended are let go of
            agentThread.execute(() -> tellSwept(result.ended(), result.stillThere()));
        } catch (IOException | RuntimeException e) {
            agentThread.execute(() -> endUnseen(String.valueOf(e.getMessage())));
        }
    }

    private void tellSwept(int ended, List<Leftover> stillThere) {
        reapAll();
        listener.swept(ended, stillThere);
    }

    /** Nobody can look what is left, so everything that a group can be reached by is killed. */
    private void endUnseen(String reason) {
        LOG.warn("The workers' processes could not be looked for ({}); killed by group.", reason);
        sendAll(Signal.KILL);
        try {
            kin.killMembers();
        } catch (IOException | RuntimeException e) {
            LOG.warn("Only the workers' groups were killed: {}", e.getMessage());
        }
        tellSwept(0, List.of());
    }

    private void reapAll() {
        unreaped.forEach(Posix::reap);
        unreaped.clear();
    }
}
