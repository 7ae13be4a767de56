package dev.muster.agent.control;

import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NodeView;
import dev.muster.agent.event.RendezvousView;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.event.WorkerUsage;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.home.Version;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.LineLevel;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.WorkerFiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an agent's runs do, as Prometheus asks for it. Names and units are those of its conventions;
 * a run that is over is told once more of, by how it ended, and has no workers any more.
 */
final class Metrics {
    private static final List<String> STATES =
            List.of("expected", "running", "silent", "stopping", "ended");

    private final Exposition all = new Exposition();
    private final Map<Path, Map<LineLevel, Long>> lines;

    /**
     * @param lines that were counted, by the file they stand in
     */
    Metrics(Map<Path, Map<LineLevel, Long>> lines) {
        this.lines = lines;
        all.gauge("build_info", "The version of this agent.")
                .gauge("agent_heartbeat_age_seconds", "Since the agent's thread last came round.")
                .gauge("run_info", "The runs of this agent, by what they are.")
                .gauge("run_phase", "Where each run stands: 1 for its phase.")
                .gauge("run_start_time_seconds", "When each run was accepted.")
                .gauge("worker_state", "What each worker is doing: 1 for its state.")
                .counter("worker_restarts_total", "How often the workers were started anew.")
                .gauge(
                        "worker_last_output_timestamp_seconds",
                        "When each worker last wrote to its files.")
                .counter("worker_cpu_seconds_total", "Processor time of each worker's processes.")
                .gauge("worker_resident_memory_bytes", "Memory of each worker's processes.")
                .counter("log_bytes_total", "Bytes in the files of each worker's attempt.")
                .counter(
                        "store_operations_total",
                        "Requests to each run's store for its workers, by what they ask for.")
                .counter(
                        "log_lines_total",
                        "Lines in the files of each worker's attempt, by what they say of"
                                + " themselves.")
                .gauge("rendezvous_round", "The round in which the workers have their ranks.")
                .gauge("rendezvous_participants", "Nodes in the round.")
                .gauge("rendezvous_missing_nodes", "Nodes without which no round begins.")
                .summary("rendezvous_duration_seconds", "How long the nodes took to meet.");
    }

    void agent(Duration heartbeatAge) {
        all.sample("build_info", 1, "version", Version.read());
        all.sample("agent_heartbeat_age_seconds", heartbeatAge.toMillis() / 1000.0);
    }

    void run(JobSnapshot run, Tally tally) {
        String id = run.run().value();
        all.sample(
                "run_info",
                1,
                "run",
                id,
                "job",
                run.spec().rendezvousId().orElse(run.spec().entrypoint().shortName()),
                "role",
                run.spec().role());
        all.sample("run_start_time_seconds", seconds(run.startedAt()), "run", id);
        String phase = run.phase().name().toLowerCase(Locale.ROOT);
        all.sample("run_phase", 1, "run", id, "phase", phase);
        tally.restarts()
                .forEach(
                        (why, count) ->
                                all.sample(
                                        "worker_restarts_total", count, "run", id, "reason", why));
        run.rendezvous().ifPresent(between -> meeting(run, between, tally));
        if (run.end().isEmpty()) run.workers().forEach(worker -> worker(run, worker, tally));
    }

    /** Of stores that are this agent's, by the protocol's names of what was asked for. */
    void stores(Map<RunId, Map<String, Long>> operations) {
        operations.forEach(
                (run, byName) ->
                        byName.forEach(
                                (name, count) ->
                                        all.sample(
                                                "store_operations_total",
                                                count,
                                                "run",
                                                run.value(),
                                                "op",
                                                name.toLowerCase(Locale.ROOT))));
    }

    /** Where the workers of a run write now. */
    static Set<Path> files(JobSnapshot run) {
        if (run.end().isPresent()) return Set.of();
        return run.attempt().stream()
                .flatMap(attempt -> attempt.files().values().stream())
                .flatMap(files -> Stream.of(LogStream.values()).map(files::of))
                .collect(Collectors.toSet());
    }

    private void meeting(JobSnapshot run, RendezvousView between, Tally tally) {
        String id = run.run().value();
        long members =
                between.nodes().stream()
                        .filter(node -> node.standing() == NodeView.Standing.MEMBER)
                        .count();
        int wanted = run.spec().nodes().map(JobNodes::min).orElse(1);
        boolean met = between.complete() && between.place().isPresent();
        all.sample("rendezvous_round", between.round(), "run", id);
        all.sample("rendezvous_participants", members, "run", id);
        all.sample("rendezvous_missing_nodes", met ? 0 : Math.max(0, wanted - members), "run", id);
        all.sample(
                "rendezvous_duration_seconds",
                "_sum",
                tally.meeting().toMillis() / 1000.0,
                "run",
                id);
        all.sample("rendezvous_duration_seconds", "_count", tally.rounds(), "run", id);
    }

    private void worker(JobSnapshot run, WorkerView worker, Tally tally) {
        String id = run.run().value();
        String rank = worker.rank().toString();
        String now = state(worker.condition());
        for (String state : STATES) {
            double is = state.equals(now) ? 1 : 0;
            all.sample("worker_state", is, "run", id, "rank", rank, "state", state);
        }
        Optional.ofNullable(tally.cpuSeconds().get(worker.rank()))
                .ifPresent(
                        used ->
                                all.sample(
                                        "worker_cpu_seconds_total", used, "run", id, "rank", rank));
        tally.usage()
                .flatMap(usage -> Optional.ofNullable(usage.byRank().get(worker.rank())))
                .map(WorkerUsage::residentBytes)
                .ifPresent(
                        bytes ->
                                all.sample(
                                        "worker_resident_memory_bytes",
                                        bytes,
                                        "run",
                                        id,
                                        "rank",
                                        rank));
        run.attempt()
                .flatMap(attempt -> Optional.ofNullable(attempt.files().get(worker.localRank())))
                .ifPresent(files -> output(id, rank, files));
    }

    /** As the files' own dates have it. */
    private void output(String run, String rank, WorkerFiles files) {
        double last = 0;
        for (LogStream stream : LogStream.values()) {
            Path file = files.of(stream);
            try {
                double bytes = Files.size(file);
                String word = stream.word();
                all.sample("log_bytes_total", bytes, "run", run, "rank", rank, "stream", word);
                lines.getOrDefault(file, Map.of())
                        .forEach((level, count) -> lines(run, rank, word, level, count));
                last = Math.max(last, seconds(Files.getLastModifiedTime(file).toInstant()));
            } catch (IOException _) {
                continue; // it is gone, and is told no more of
            }
        }
        if (last > 0) {
            all.sample("worker_last_output_timestamp_seconds", last, "run", run, "rank", rank);
        }
    }

    private void lines(String run, String rank, String stream, LineLevel level, long count) {
        String word = level.name().toLowerCase(Locale.ROOT);
        all.sample(
                "log_lines_total",
                count,
                "run",
                run,
                "rank",
                rank,
                "stream",
                stream,
                "level",
                word);
    }

    private static String state(WorkerCondition condition) {
        return switch (condition) {
            case WorkerCondition.Expected _ -> "expected";
            case WorkerCondition.Running _ -> "running";
            case WorkerCondition.Silent _ -> "silent";
            case WorkerCondition.Stopping _ -> "stopping";
            case WorkerCondition.Ended _ -> "ended";
        };
    }

    private static double seconds(Instant at) {
        return at.toEpochMilli() / 1000.0;
    }

    String text() {
        return all.text();
    }
}
