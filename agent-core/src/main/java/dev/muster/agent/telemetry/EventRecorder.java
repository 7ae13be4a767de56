package dev.muster.agent.telemetry;

import dev.muster.agent.elastic.WorkerSpec;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.event.WorkerCondition;
import dev.muster.agent.event.WorkerView;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Placement;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.multiprocessing.ProcessFailure;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells a run as torchelastic's events. One run, on one thread. */
public final class EventRecorder {
    private static final String NAME = "torchelastic.worker.status.";

    private final EventLogHandler handler;
    private final Map<Rank, Long> pids = new HashMap<>();
    private Optional<Placement> place = Optional.empty();
    private Optional<Instant> roundComplete = Optional.empty();
    private Duration rendezvousTook = Duration.ZERO;
    private Duration ranksTook = Duration.ZERO;
    private boolean timersWatched;
    private Instant sought = Instant.EPOCH;
    private Instant accepted = Instant.EPOCH;

    public EventRecorder(EventLogHandler handler) {
        this.handler = handler;
    }

    /** Told of every event of the run, in order, with the run as of that event. */
    public void hear(AgentEvent event, JobSnapshot run) {
        switch (event) {
            case AgentEvent.RunAccepted(var at, _, _, _, _) -> {
                accepted = at;
                sought = at;
            }
            case RendezvousEvent.RoundSought(var at, _) -> {
                sought = at;
                roundComplete = Optional.empty();
            }
            case RendezvousEvent.NodesSeen(var at, _, var complete, _, _) -> {
                if (complete) roundComplete = roundComplete.or(() -> Optional.of(at));
            }
            case RendezvousEvent.RoundJoined joined -> join(joined);
            case AgentEvent.AttemptStarted started -> begin(started, run);
            case AgentEvent.WorkerStarted(var at, var rank, var localRank, var pid, _) -> {
                pids.put(rank, pid);
                record(at, run, "START", worker(rank, localRank, null), null, null);
            }
            case AgentEvent.AttemptEnded(var at, _, _, _) -> sought = at;
            case AgentEvent.TimersWatched(var at) -> {
                timersWatched = true;
                watchdog(at, run, "watchdog started", Map.of());
            }
            case AgentEvent.TimerExpired expired -> timerExpired(expired, run);
            case AgentEvent.RunEnded ended -> end(ended, run);
            default -> {
                // torchelastic has no event for it
            }
        }
    }

    private void join(RendezvousEvent.RoundJoined joined) {
        Instant complete = roundComplete.orElse(joined.at());
        rendezvousTook = Duration.between(sought, complete);
        ranksTook = Duration.between(complete, joined.at());
        place = Optional.of(joined.placement());
    }

    /** Not before: only now it is known which restart this is. */
    private void begin(AgentEvent.AttemptStarted started, JobSnapshot run) {
        pids.clear();
        if (run.rendezvous().isEmpty()) {
            place = Optional.of(Placement.alone(run.spec().workers()));
            rendezvousTook = Duration.between(sought, started.at());
        }
        record(started.at(), run, "RENDEZVOUS", Optional.empty(), null, rendezvousTook);
        record(started.at(), run, "ASSIGN_WORKER_RANKS", Optional.empty(), null, ranksTook);
    }

    private void end(AgentEvent.RunEnded ended, JobSnapshot run) {
        for (WorkerView one : run.workers()) {
            if (!(one.condition() instanceof WorkerCondition.Ended(var exit, _, _, _))) continue;
            Optional<ProcessFailure> failure = failureOf(one.rank(), run);
            Integer exitCode =
                    failure.map(ProcessFailure::exitcode)
                            .orElse(exit instanceof WorkerExit.Succeeded ? 0 : null);
            record(
                    ended.at(),
                    run,
                    stateOf(exit, ended.outcome()),
                    worker(one.rank(), one.localRank(), exitCode),
                    failure.map(ProcessFailure::errorFileData).orElse(null),
                    null);
        }
        if (timersWatched) watchdog(ended.at(), run, "watchdog stopped", Map.of());
        boolean succeeded = ended.outcome() == Outcome.SUCCEEDED;
        record(
                ended.at(),
                run,
                succeeded ? "SUCCEEDED" : "FAILED",
                Optional.empty(),
                succeeded ? null : ended.because(),
                null);
    }

    private void timerExpired(AgentEvent.TimerExpired expired, JobSnapshot run) {
        var timer = new LinkedHashMap<String, @Nullable Object>();
        timer.put("worker_pid", String.valueOf(expired.pid()));
        timer.put("scope_id", expired.scope());
        timer.put("expiration_time", PythonJson.seconds(expired.expiredAt()));
        timer.put("signal", String.valueOf(expired.signal().map(Signal::number).orElse(0)));
        watchdog(expired.at(), run, "timer expired", timer);
        if (expired.signal().isEmpty()) return;
        watchdog(expired.at(), run, "kill worker process", timer);
    }

    /** Under the event's own name, which is no state (spec/elastic-agent §3.8). */
    private void watchdog(
            Instant at, JobSnapshot run, String name, Map<String, @Nullable Object> timer) {
        var details = new LinkedHashMap<String, @Nullable Object>();
        details.put("watchdog_event", name);
        details.putAll(timer);
        var metadata = metadata(at, run, "RUNNING", Optional.empty(), null, details);
        var event = new Event(name, EventSource.AGENT, at.toEpochMilli(), metadata);
        handler.record(event.serialize());
    }

    private static Optional<ProcessFailure> failureOf(Rank rank, JobSnapshot run) {
        return run.attempt().stream()
                .flatMap(attempt -> attempt.failures().stream())
                .filter(failure -> failure.rank().equals(rank))
                .map(ProcessFailure::of)
                .findFirst();
    }

    private static String stateOf(WorkerExit exit, Outcome outcome) {
        if (exit instanceof WorkerExit.Succeeded) return "SUCCEEDED";
        boolean ofItsOwn = !(exit instanceof WorkerExit.Killed(_, var byAgent) && byAgent);
        return ofItsOwn || outcome == Outcome.FAILED ? "FAILED" : "TERMINATED";
    }

    /** What an event says of the one worker it is about. */
    private record About(Rank rank, @Nullable Long pid, Map<String, @Nullable Object> details) {}

    private Optional<About> worker(Rank rank, LocalRank localRank, @Nullable Integer exitCode) {
        Long pid = pids.get(rank);
        var details = new LinkedHashMap<String, @Nullable Object>();
        details.put("local_rank", List.of(localRank.value()));
        place.ifPresent(
                at -> {
                    details.put("role_rank", List.of(at.roleRankOf(localRank).value()));
                    details.put("role_world_size", List.of(at.roleWorldSize()));
                });
        details.put("exit_code", one(exitCode));
        details.put("worker_pid", one(pid));
        return Optional.of(new About(rank, pid, details));
    }

    private static List<@Nullable Object> one(@Nullable Object value) {
        return Collections.singletonList(value);
    }

    private void record(
            Instant at,
            JobSnapshot run,
            String state,
            Optional<About> worker,
            @Nullable String rawError,
            @Nullable Duration took) {
        var details = new LinkedHashMap<String, @Nullable Object>();
        details.put("group_world_size", place.map(Placement::groupWorldSize).orElse(null));
        details.put("entry_point", new WorkerSpec(run.spec()).entrypointName());
        worker.ifPresent(about -> details.putAll(about.details()));
        var metadata = metadata(at, run, state, worker, rawError, details);
        metadata.put("duration_ms", took);
        var source = worker.isPresent() ? EventSource.WORKER : EventSource.AGENT;
        var event = new Event(NAME + state, source, at.toEpochMilli(), metadata);
        handler.record(event.serialize());
    }

    private Map<String, @Nullable Object> metadata(
            Instant at,
            JobSnapshot run,
            String state,
            Optional<About> worker,
            @Nullable String rawError,
            Map<String, @Nullable Object> details) {
        JobSpec spec = run.spec();
        var metadata = new LinkedHashMap<String, @Nullable Object>();
        metadata.put("run_id", TorchNames.runId(run));
        metadata.put("global_rank", worker.map(about -> about.rank().value()).orElse(null));
        metadata.put("group_rank", place.map(Placement::groupRank).orElse(null));
        metadata.put("worker_id", worker.map(about -> String.valueOf(about.pid())).orElse(null));
        metadata.put("role", spec.role());
        metadata.put("hostname", run.host());
        metadata.put("state", state);
        metadata.put("total_run_time", Duration.between(accepted, at).toSeconds());
        metadata.put("rdzv_backend", TorchNames.backend(spec));
        metadata.put("raw_error", rawError);
        metadata.put("metadata", PythonJson.of(details));
        metadata.put("agent_restarts", run.restartCount());
        return metadata;
    }
}
