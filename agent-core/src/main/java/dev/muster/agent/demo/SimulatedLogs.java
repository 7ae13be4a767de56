package dev.muster.agent.demo;

import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.WorkerFiles;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Every stream of every worker so far. Any thread. */
final class SimulatedLogs {
    private record Place(RunId run, int attempt, LocalRank localRank, LogStream stream) {}

    private final Map<Place, SimulatedLog> logs = new ConcurrentHashMap<>();

    /** Makes a worker's two empty streams, and the names their files would have. */
    WorkerFiles create(RunId run, int attempt, LocalRank localRank) {
        for (var stream : LogStream.values()) {
            logs.put(new Place(run, attempt, localRank, stream), new SimulatedLog());
        }
        var folder = Path.of("/demo/runs", run.value(), "attempt_" + attempt, localRank.toString());
        return new WorkerFiles(
                folder.resolve("stdout.log"),
                folder.resolve("stderr.log"),
                folder.resolve("error.json"));
    }

    Optional<SimulatedLog> find(RunId run, int attempt, LocalRank localRank, LogStream stream) {
        return Optional.ofNullable(logs.get(new Place(run, attempt, localRank, stream)));
    }
}
