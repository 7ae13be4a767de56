package dev.muster.agent.telemetry;

import dev.muster.agent.elastic.WorkerState;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.Phase;
import dev.muster.agent.event.RendezvousEvent;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * Measures a run with torchelastic's metrics. One run, on one thread.
 *
 * <p>torchelastic looks at its workers again and again and emits with each look; here nobody looks,
 * and there is a value for each change.
 */
public final class MetricRecorder {
    private static final String GROUP = "torchelastic";
    private static final String AGENT = "SimpleElasticAgent.";
    private static final String LOCAL_AGENT = "LocalElasticAgent.";

    private final MetricHandler handler;
    private Instant accepted = Instant.EPOCH;
    private Instant sought = Instant.EPOCH;
    private Instant began = Instant.EPOCH;
    private Instant looked = Instant.EPOCH;
    private Optional<Instant> stopping = Optional.empty();
    private Optional<Instant> restarting = Optional.empty();
    private Optional<Instant> roundComplete = Optional.empty();
    private WorkerState state = WorkerState.INIT;

    public MetricRecorder(MetricHandler handler) {
        this.handler = handler;
    }

    /** Told of every event of the run, in order, with the run as of that event. */
    public void hear(AgentEvent event, JobSnapshot run) {
        Instant at = event.at();
        switch (event) {
            case AgentEvent.RunAccepted _ -> {
                accepted = at;
                sought = at;
            }
            case RendezvousEvent.RoundSought _ -> {
                sought = at;
                roundComplete = Optional.empty();
            }
            case RendezvousEvent.NodesSeen seen -> {
                if (seen.complete()) roundComplete = roundComplete.or(() -> Optional.of(at));
            }
            case RendezvousEvent.RoundJoined _ -> {
                done(AGENT + "_rendezvous", sought, roundComplete.orElse(at));
                done(AGENT + "_assign_worker_ranks", roundComplete.orElse(at), at);
            }
            case AgentEvent.AttemptStarted _ -> begin(at, run);
            case AgentEvent.WorkerStarted _ when run.phase() == Phase.RUNNING -> running(at);
            case AgentEvent.StopStarted _, AgentEvent.ForceStarted _ ->
                    stopping = stopping.or(() -> Optional.of(at));
            case AgentEvent.AttemptEnded _ -> ended(at);
            default -> {
                // torchelastic measures nothing there
            }
        }
        look(at, run);
        if (event instanceof AgentEvent.RunEnded end) finish(end, run);
    }

    private void begin(Instant at, JobSnapshot run) {
        began = at;
        if (run.rendezvous().isPresent()) return;
        done(AGENT + "_rendezvous", sought, at);
        done(AGENT + "_assign_worker_ranks", at, at);
    }

    private void running(Instant at) {
        done(LOCAL_AGENT + "_start_workers", began, at);
        done(AGENT + "_initialize_workers", sought, at);
        restarting.ifPresent(since -> done(AGENT + "_restart_workers", since, at));
        restarting = Optional.empty();
    }

    private void ended(Instant at) {
        stopping.ifPresent(since -> done(LOCAL_AGENT + "_stop_workers", since, at));
        restarting = Optional.of(stopping.orElse(at));
        stopping = Optional.empty();
        sought = at;
    }

    private void look(Instant at, JobSnapshot run) {
        WorkerState now = WorkerState.of(run);
        if (now == state) return;
        done(LOCAL_AGENT + "_monitor_workers", looked == Instant.EPOCH ? at : looked, at);
        looked = at;
        state = now;
        emit(at, worker(run, "remaining_restarts"), remaining(run));
        emit(at, worker(run, now.name().toLowerCase(Locale.ROOT)), 1);
    }

    private void finish(AgentEvent.RunEnded end, JobSnapshot run) {
        Instant at = end.at();
        boolean returned = !run.attempts().isEmpty() && end.outcome() != Outcome.STOPPED;
        String method = AGENT + "run.";
        emit(at, method + (returned ? "success" : "failure"), 1);
        emit(at, method + "duration.ms", Duration.between(accepted, at).toMillis());
        if (!returned) return;
        boolean failed = end.outcome() == Outcome.FAILED;
        boolean retried = remaining(run) != run.spec().maxRestarts();
        emit(
                at,
                worker(run, "flakiness"),
                flakiness(run.spec().maxRestarts(), remaining(run), failed));
        emit(at, worker(run, "run_total"), 1);
        condition(at, run, "run_success_with_retries", !failed && retried);
        condition(at, run, "run_success_no_retries", !failed && !retried);
        condition(at, run, "run_failed_with_retries", failed && retried);
        condition(at, run, "run_failed_no_retries", failed && !retried);
    }

    /** What part of the restarts a success has cost, in percent; 100 for a failure. */
    static int flakiness(int maxRestarts, int remaining, boolean failed) {
        if (failed) return 100;
        return (int) (100.0 - 100.0 * (remaining + 1) / (maxRestarts + 1));
    }

    private void condition(Instant at, JobSnapshot run, String name, boolean holds) {
        emit(at, worker(run, name), holds ? 1 : 0);
    }

    private static int remaining(JobSnapshot run) {
        return run.spec().maxRestarts() - run.restartCount();
    }

    private static String worker(JobSnapshot run, String name) {
        return "workers.%s.%s".formatted(run.spec().role(), name);
    }

    private void done(String method, Instant since, Instant at) {
        emit(at, method + ".success", 1);
        emit(at, method + ".duration.ms", Duration.between(since, at).toMillis());
    }

    private void emit(Instant at, String name, long value) {
        handler.emit(new MetricData(at, GROUP, name, value));
    }
}
