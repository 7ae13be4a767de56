package dev.muster.agent.elastic;

import dev.muster.agent.job.Entrypoint;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.StopTerms;
import dev.muster.agent.job.WorkerDevices;
import dev.muster.agent.job.WorkerStreams;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the workers of one agent are to be: a job's spec by torch's names.
 *
 * @param job what is run, where, how often, and with whom
 * @param monitorInterval more than zero; taken and not needed: exits are noticed at once
 * @param eventLogHandler who is told of torch's events, by name
 */
public record WorkerSpec(JobSpec job, Duration monitorInterval, String eventLogHandler) {
    /** How often a group is started anew unless somebody says otherwise. */
    public static final int DEFAULT_MAX_RESTARTS = 3;

    private static final Duration DEFAULT_MONITOR_INTERVAL = Duration.ofMillis(100);

    public WorkerSpec {
        if (!monitorInterval.isPositive()) {
            throw new IllegalArgumentException(
                    "monitor interval: %s (expected: > 0)".formatted(monitorInterval));
        }
    }

    /** With torch's defaults for what a job's spec does not say. */
    public WorkerSpec(JobSpec job) {
        this(job, DEFAULT_MONITOR_INTERVAL, "null");
    }

    /**
     * Of workers in this folder, by themselves, with torch's defaults and this machine's python3.
     *
     * @param args what follows a script; for a function each is a JSON value
     */
    public static WorkerSpec of(
            String role, int localWorldSize, Entrypoint entrypoint, List<String> args) {
        return new WorkerSpec(
                new JobSpec(
                        entrypoint,
                        Optional.of(Path.of("python3")),
                        args,
                        localWorldSize,
                        DEFAULT_MAX_RESTARTS,
                        role,
                        Optional.empty(),
                        Optional.empty(),
                        Path.of("").toAbsolutePath(),
                        Map.of(),
                        WorkerDevices.ALL,
                        WorkerStreams.PLAIN,
                        Optional.empty(),
                        StopTerms.DEFAULT));
    }

    public String role() {
        return job.role();
    }

    public int localWorldSize() {
        return job.workers();
    }

    public Entrypoint entrypoint() {
        return job.entrypoint();
    }

    public List<String> args() {
        return job.arguments();
    }

    public int maxRestarts() {
        return job.maxRestarts();
    }

    /** By whom the other nodes are met; empty where there are none. */
    public Optional<JobNodes> rendezvous() {
        return job.nodes();
    }

    public Optional<Integer> masterPort() {
        return job.masterPort();
    }

    public Optional<String> localAddr() {
        return job.nodes().flatMap(JobNodes::localAddress);
    }

    /**
     * torch's name for it in events: a function's qualified name, else the base name of the program
     * that is started, which for scripts and modules is their interpreter.
     */
    public String entrypointName() {
        return switch (job.entrypoint()) {
            case Entrypoint.Function(_, var name) -> name;
            case Entrypoint.JavaFunction(_, var method) -> method;
            case Entrypoint.Program _ -> job.entrypoint().shortName();
            case Entrypoint.Script _, Entrypoint.Module _ ->
                    job.python()
                            .map(Path::getFileName)
                            .map(Path::toString)
                            .orElse(job.entrypoint().shortName());
        };
    }
}
