package dev.muster.agent.usage;

import dev.muster.agent.event.GpuUsage;
import dev.muster.agent.event.WorkerUsage;
import dev.muster.agent.job.Rank;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Measures what workers use, each with everything it started. A rate is one since the measurement
 * before; the first one knows none. Blocks for a few milliseconds; used by one thread at a time.
 */
public final class UsageMeter {
    private static final double TICKS_PER_SECOND = 100; // the same on every Linux
    private static final int DEEPEST_TREE = 64;

    /** What a process had used by the last measurement; a pid alone may mean another one by now. */
    private record Before(long startedAt, long ticks, ProcFiles.Io io) {
        static final Before NOTHING = new Before(0, 0, ProcFiles.Io.NONE);
    }

    /** Sums over the processes of one worker. */
    private static final class Tree {
        private long pages;
        private long ticks;
        private long read;
        private long written;
        private int threads;
        private int processes;
        private Optional<GpuUsage> gpu = Optional.empty();
    }

    private final ProcFiles files;
    private final long pageSize;
    private Map<Integer, Before> before = Map.of();
    private long lastNanos;

    public UsageMeter() {
        this(Path.of("/proc"));
    }

    UsageMeter(Path proc) {
        files = new ProcFiles(proc);
        pageSize = files.pageSize();
    }

    /**
     * Measures now.
     *
     * @param workers the pid of each that runs
     * @param gpus what single processes use of GPUs, as last known
     */
    public Map<Rank, WorkerUsage> measure(Map<Rank, Long> workers, Map<Long, GpuUsage> gpus)
            throws IOException {
        long now = System.nanoTime();
        boolean first = before.isEmpty();
        double seconds = Duration.ofNanos(now - lastNanos).toNanos() / 1e9;
        Map<Integer, Rank> roots = new HashMap<>();
        workers.forEach((rank, pid) -> roots.put(pid.intValue(), rank));

        var trees = new HashMap<Rank, Tree>();
        var seen = new HashMap<Integer, Before>();
        Map<Integer, ProcessTimes> processes = files.processes();
        for (ProcessTimes process : processes.values()) {
            ownerOf(process, processes, roots)
                    .ifPresent(
                            rank -> {
                                Tree tree = trees.computeIfAbsent(rank, _ -> new Tree());
                                seen.put(process.pid(), add(tree, process, first));
                                addGpu(tree, gpus.get((long) process.pid()));
                            });
        }
        before = seen;
        lastNanos = now;
        var usage = new HashMap<Rank, WorkerUsage>();
        trees.forEach((rank, tree) -> usage.put(rank, usage(tree, first ? 0 : seconds)));
        return usage;
    }

    /** Up the line of parents, or by session, where a process between them is gone. */
    private static Optional<Rank> ownerOf(
            ProcessTimes process, Map<Integer, ProcessTimes> all, Map<Integer, Rank> roots) {
        Optional<ProcessTimes> at = Optional.of(process);
        for (int depth = 0; depth < DEEPEST_TREE && at.isPresent(); depth++) {
            Rank rank = roots.get(at.get().pid());
            if (rank != null) return Optional.of(rank);
            at = Optional.ofNullable(all.get(at.get().parent()));
        }
        return Optional.ofNullable(roots.get(process.session()));
    }

    private Before add(Tree tree, ProcessTimes process, boolean first) {
        ProcFiles.Io io = files.io(process.pid());
        tree.pages += process.pages();
        tree.threads += process.threads();
        tree.processes++;
        if (!first) {
            Before then =
                    Optional.ofNullable(before.get(process.pid()))
                            .filter(known -> known.startedAt() == process.startedAt())
                            .orElse(Before.NOTHING);
            tree.ticks += process.ticks() - then.ticks();
            tree.read += Math.max(0, io.read() - then.io().read());
            tree.written += Math.max(0, io.written() - then.io().written());
        }
        return new Before(process.startedAt(), process.ticks(), io);
    }

    private static void addGpu(Tree tree, @org.jspecify.annotations.Nullable GpuUsage gpu) {
        if (gpu == null) return;
        tree.gpu = Optional.of(tree.gpu.map(had -> sum(had, gpu)).orElse(gpu));
    }

    /** Memory adds up; of several devices the busiest counts. */
    static GpuUsage sum(GpuUsage one, GpuUsage other) {
        boolean busier = one.utilisation().orElse(-1) >= other.utilisation().orElse(-1);
        return new GpuUsage(
                one.memoryBytes() + other.memoryBytes(),
                busier ? one.utilisation() : other.utilisation());
    }

    private WorkerUsage usage(Tree tree, double seconds) {
        return new WorkerUsage(
                seconds > 0 ? tree.ticks / TICKS_PER_SECOND / seconds : 0,
                tree.pages * pageSize,
                seconds > 0 ? tree.read / seconds : 0,
                seconds > 0 ? tree.written / seconds : 0,
                tree.threads,
                tree.processes,
                tree.gpu);
    }
}
