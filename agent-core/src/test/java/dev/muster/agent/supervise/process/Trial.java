package dev.muster.agent.supervise.process;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFiles;
import dev.muster.agent.job.WorkerInput;
import dev.muster.agent.loop.AgentLoop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Real workers on a real agent thread, written in shell, for one test. */
final class Trial implements Workers.Listener, AutoCloseable {
    /** What the listener was told of a sweep. */
    record Sweep(int ended, List<Leftover> unkillable) {}

    final Map<Integer, CompletableFuture<WorkerExit>> exits = new ConcurrentHashMap<>();
    final CompletableFuture<Sweep> swept = new CompletableFuture<>();
    final Marker marker = Marker.ofAgent("trial-" + java.util.UUID.randomUUID());
    private final Path folder;
    private final AgentLoop loop = new AgentLoop(InstantSource.system());
    private final OsWorkers workers;

    Trial(Path folder) {
        this(folder, Cgroups.none());
    }

    Trial(Path folder, Cgroups cgroups) {
        this.folder = folder;
        workers = OsWorkers.of(marker, new RunId("r"), cgroups, WorkerInput.NOTHING, loop, this);
        loop.start();
    }

    /** Starts a worker of attempt 0 that runs this shell script; answers its pid. */
    int start(int localRank, String script) {
        return start(localRank, List.of("/bin/sh", "-c", script));
    }

    int start(int localRank, List<String> command) {
        var start =
                new Workers.Start(
                        new LocalRank(localRank),
                        command,
                        Map.of("PATH", "/usr/bin:/bin"),
                        folder,
                        files(localRank));
        return onAgentThread(() -> (int) workers.start(0, start));
    }

    void signalAll(dev.muster.agent.job.Signal signal) {
        onAgentThread(
                () -> {
                    workers.signalAll(signal);
                    return true;
                });
    }

    void killAll() {
        onAgentThread(
                () -> {
                    workers.killAll();
                    return true;
                });
    }

    Sweep sweep(java.time.Duration grace) {
        onAgentThread(
                () -> {
                    workers.sweep(grace);
                    return true;
                });
        return swept.join();
    }

    WorkerExit exitOf(int localRank) {
        return exit(localRank).join();
    }

    String stdout(int localRank) throws IOException {
        return Files.readString(files(localRank).stdout());
    }

    private CompletableFuture<WorkerExit> exit(int localRank) {
        return exits.computeIfAbsent(localRank, _ -> new CompletableFuture<>());
    }

    /** Everything alive that carries this trial's marker. */
    List<Integer> living() throws IOException {
        return Kin.carrying(marker).living().stream().map(ProcessEntry::pid).toList();
    }

    WorkerFiles files(int localRank) {
        return new WorkerFiles(
                folder.resolve(localRank + ".out"),
                folder.resolve(localRank + ".err"),
                folder.resolve(localRank + ".json"));
    }

    @Override
    public void exited(LocalRank localRank, WorkerExit exit, Duration ago) {
        exit(localRank.value()).complete(exit);
    }

    @Override
    public void swept(int ended, List<Leftover> unkillable) {
        swept.complete(new Sweep(ended, unkillable));
    }

    @Override
    public void close() throws IOException {
        new Sweeper(Kin.carrying(marker)).sweep(java.time.Duration.ZERO);
        onAgentThread(
                () -> {
                    workers.close();
                    return true;
                });
        loop.close();
    }

    private <T> T onAgentThread(Callable<T> action) {
        var result = new CompletableFuture<T>();
        loop.execute(
                () -> {
                    try {
                        result.complete(action.call());
                    } catch (Exception e) {
                        result.completeExceptionally(e);
                    }
                });
        return result.join();
    }
}
