package dev.muster.agent.elastic.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.Agent;
import dev.muster.agent.AgentException;
import dev.muster.agent.elastic.ElasticAgent;
import dev.muster.agent.elastic.RunResult;
import dev.muster.agent.elastic.WorkerGroup;
import dev.muster.agent.elastic.WorkerSpec;
import dev.muster.agent.elastic.WorkerState;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.AttemptView;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.function.ReturnValues;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.WorkerFailure;
import dev.muster.agent.multiprocessing.ProcessFailure;
import dev.muster.agent.session.LaunchFailed;
import dev.muster.agent.telemetry.EventLogHandler;
import dev.muster.agent.telemetry.EventLogHandlers;
import dev.muster.agent.telemetry.EventRecorder;
import dev.muster.agent.telemetry.MetricHandler;
import dev.muster.agent.telemetry.MetricRecorder;
import dev.muster.agent.telemetry.RendezvousRecorder;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** An {@link ElasticAgent} whose workers are processes of this machine. */
public final class LocalElasticAgent implements ElasticAgent {
    private final WorkerSpec spec;
    private final MusterHome home;
    private final Agent agent;
    private final AtomicBoolean called = new AtomicBoolean();
    private final CompletableFuture<RunResult> result = new CompletableFuture<>();
    private final EventRecorder events;
    private final RendezvousRecorder rendezvous;
    private final MetricRecorder metricRecorder;
    private volatile Optional<JobSnapshot> now = Optional.empty();

    private LocalElasticAgent(
            WorkerSpec spec,
            MusterHome home,
            Agent agent,
            EventLogHandlers handlers,
            MetricHandler metrics) {
        this.spec = spec;
        this.home = home;
        this.agent = agent;
        events = new EventRecorder(handlers.named(spec.eventLogHandler()));
        rendezvous = new RendezvousRecorder(handlers.named(EventLogHandlers.RENDEZVOUS));
        metricRecorder = new MetricRecorder(metrics);
        agent.listen(this::happened, _ -> {});
    }

    /** Measures nothing and starts nothing yet. {@code environment} is what workers inherit. */
    public static LocalElasticAgent open(
            WorkerSpec spec, MusterHome home, Map<String, String> environment) {
        var err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8);
        return open(spec, home, environment, new EventLogHandlers(err), MetricHandler.NONE);
    }

    /**
     * Starts nothing yet. Handlers are called on the agent's thread, and must be quick.
     *
     * @param handlers has the one that the spec names
     * @throws IllegalArgumentException when it has not
     */
    public static LocalElasticAgent open(
            WorkerSpec spec,
            MusterHome home,
            Map<String, String> environment,
            EventLogHandlers handlers,
            MetricHandler metrics) {
        EventLogHandler _ = handlers.named(spec.eventLogHandler()); // before there is an agent
        return new LocalElasticAgent(spec, home, Agent.open(home, environment), handlers, metrics);
    }

    @Override
    public RunResult run() throws InterruptedException {
        if (!called.compareAndSet(false, true)) {
            throw new IllegalStateException("an agent runs its workers once");
        }
        try {
            agent.launch(spec.job()).get();
            return result.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AgentException refused) {
                throw new LaunchFailed(String.valueOf(refused.getMessage()), refused);
            }
            throw new LaunchFailed("the agent broke: " + e.getCause(), e);
        }
    }

    @Override
    public WorkerGroup getWorkerGroup(String role) {
        if (!role.equals(spec.role())) {
            throw new IllegalArgumentException(
                    "role: \"%s\" (expected: \"%s\")".formatted(role, spec.role()));
        }
        return now.map(run -> WorkerGroup.of(spec, run)).orElse(WorkerGroup.initial(spec));
    }

    @Override
    public int remainingRestarts() {
        return spec.maxRestarts() - now.map(JobSnapshot::restartCount).orElse(0);
    }

    @Override
    public void close() {
        agent.close();
    }

    private void happened(RunId run, NumberedEvent event, List<JobSnapshot> runs) {
        JobSnapshot snapshot = runs.getLast();
        now = Optional.of(snapshot);
        events.hear(event.event(), snapshot);
        rendezvous.hear(event.event(), snapshot);
        metricRecorder.hear(event.event(), snapshot);
        if (event.event() instanceof AgentEvent.RunEnded ended) {
            result.complete(resultOf(snapshot, ended));
        }
    }

    private RunResult resultOf(JobSnapshot ended, AgentEvent.RunEnded end) {
        boolean succeeded = end.outcome() == Outcome.SUCCEEDED;
        return new RunResult(
                WorkerState.of(ended),
                succeeded
                        ? ReturnValues.of(home.runs(), ended)
                        : new ReturnValues<>(new TreeMap<Rank, Path>()),
                succeeded ? Map.of() : failures(ended),
                end.because());
    }

    private static Map<Rank, ProcessFailure> failures(JobSnapshot ended) {
        var byRank = new LinkedHashMap<Rank, ProcessFailure>();
        for (WorkerFailure one : ended.attempt().map(AttemptView::failures).orElse(List.of())) {
            byRank.put(one.rank(), ProcessFailure.of(one));
        }
        return byRank;
    }
}
