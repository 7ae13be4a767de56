package dev.muster.agent.fleet;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.AgentEvent.RunAccepted;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.session.AgentSession;
import dev.muster.agent.session.AgentSnapshot;
import dev.muster.agent.session.Connection;
import dev.muster.agent.session.LogSource;
import dev.muster.agent.session.Subscription;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** An agent that says what it is told to, and remembers what it was asked for. */
final class ToldSession implements AgentSession {
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    final List<JobSpec> launched = new CopyOnWriteArrayList<>();
    final List<AgentCommand> sent = new CopyOnWriteArrayList<>();
    volatile boolean closed;
    private final String title;
    private final List<Consumer<AgentSnapshot>> listeners = new CopyOnWriteArrayList<>();

    ToldSession(String title) {
        this.title = title;
    }

    void tell(Connection connection, String... runs) {
        var now =
                new AgentSnapshot(
                        title,
                        Stream.of(runs).map(ToldSession::run).toList(),
                        Map.of(),
                        connection);
        listeners.forEach(listener -> listener.accept(now));
    }

    private static JobSnapshot run(String id) {
        return JobSnapshot.first(
                new NumberedEvent(
                        1,
                        new RunAccepted(
                                NOON,
                                new RunId(id),
                                SampleSpec.ofScript().build(),
                                "gpu-a",
                                4711)));
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public boolean simulated() {
        return false;
    }

    @Override
    public Subscription watch(Consumer<AgentSnapshot> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public CompletionStage<RunId> launch(JobSpec spec) {
        launched.add(spec);
        return CompletableFuture.completedFuture(new RunId(title + "-" + launched.size()));
    }

    @Override
    public CompletionStage<RunId> launchAgain(JobSnapshot run) {
        return CompletableFuture.completedFuture(new RunId(run.run() + "-again"));
    }

    @Override
    public CompletionStage<CommandOutcome> send(AgentCommand command) {
        sent.add(command);
        return CompletableFuture.completedFuture(new CommandOutcome.Accepted("done"));
    }

    @Override
    public LogSource openLog(RunId run, int attempt, LocalRank localRank, LogStream stream)
            throws IOException {
        throw new IOException(title + " keeps no logs");
    }

    @Override
    public void close() {
        closed = true;
    }
}
