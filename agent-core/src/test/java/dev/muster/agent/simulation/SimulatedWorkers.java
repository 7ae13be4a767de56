package dev.muster.agent.simulation;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.supervise.process.Workers;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Processes that exist on the agenda only, and misbehave as the world's dice say. */
final class SimulatedWorkers implements Workers {
    private final World world;
    private final Listener listener;
    private final Map<LocalRank, Process> alive = new HashMap<>();
    private int attempt = -1;
    private int leftovers;
    private int nextPid = 100;
    Optional<Instant> killedAt = Optional.empty();
    Consumer<LocalRank> saved = _ -> {};

    private final class Process {
        private final LocalRank localRank;
        private final long pid = nextPid++;
        private final boolean ignoresSignals = world.chance(0.2);

        Process(LocalRank localRank) {
            this.localRank = localRank;
        }

        void endAfter(Duration delay, WorkerExit exit) {
            world.in(
                    delay,
                    () -> {
                        if (!alive.remove(localRank, this)) return; // it ended some other way
                        if (world.chance(0.2)) leftovers++;
                        listener.exited(localRank, exit);
                    });
        }
    }

    SimulatedWorkers(World world, Listener listener) {
        this.world = world;
        this.listener = listener;
    }

    boolean isEmpty() {
        return alive.isEmpty() && leftovers == 0;
    }

    /** The attempt of the processes that are alive. */
    int attempt() {
        return attempt;
    }

    @Override
    public long start(int attemptNow, Start worker) throws IOException {
        if (attemptNow != attempt && !isEmpty()) {
            throw new AssertionError(
                    "attempt %d began over living processes".formatted(attemptNow));
        }
        attempt = attemptNow;
        killedAt = Optional.empty();
        if (world.chance(0.02)) throw new IOException("no such program");
        var process = new Process(worker.localRank());
        alive.put(worker.localRank(), process);
        process.endAfter(world.within(Duration.ofMinutes(10)), randomExit());
        return process.pid;
    }

    @Override
    public void signalAll(Signal signal) {
        for (Process process : alive.values()) {
            if (process.ignoresSignals && !signal.equals(Signal.KILL)) continue;
            Duration delay = world.within(Duration.ofSeconds(signal.equals(Signal.KILL) ? 0 : 40));
            process.endAfter(delay, new WorkerExit.Killed(signal, false));
        }
    }

    /** Most save, and say so; some never do. */
    @Override
    public void signalWorkers(Signal signal) {
        for (LocalRank who : alive.keySet()) {
            if (world.chance(0.7)) {
                world.in(world.within(Duration.ofSeconds(90)), () -> saved.accept(who));
            }
        }
    }

    @Override
    public void signal(LocalRank localRank, Signal signal) {
        throw new UnsupportedOperationException("no story sends one worker a signal");
    }

    @Override
    public void killAll() {
        killedAt = Optional.of(world.instant());
        leftovers = 0;
        signalAll(Signal.KILL);
    }

    @Override
    public void sweep(Duration grace) {
        if (!alive.isEmpty()) throw new AssertionError("swept over living workers");
        int found = leftovers;
        world.in(
                found == 0 ? Duration.ZERO : world.within(grace),
                () -> {
                    leftovers = 0;
                    listener.swept(found, List.of());
                });
    }

    @Override
    public Optional<Long> pid(LocalRank localRank) {
        return Optional.ofNullable(alive.get(localRank)).map(process -> process.pid);
    }

    @Override
    public void close() {
        if (!isEmpty()) throw new AssertionError("closed over living processes");
    }

    private WorkerExit randomExit() {
        if (world.chance(0.6)) return new WorkerExit.Succeeded();
        return world.chance(0.5)
                ? new WorkerExit.Failed(world.between(1, 255))
                : new WorkerExit.Killed(new Signal(world.between(1, 31)), false);
    }
}
