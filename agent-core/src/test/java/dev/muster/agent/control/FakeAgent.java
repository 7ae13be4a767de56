package dev.muster.agent.control;

import dev.muster.agent.Agent;
import dev.muster.agent.AgentException;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.journal.Journal;
import dev.muster.agent.output.Growth;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.store.StoreReading;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** An agent of one run, whose events are what a test says. One thread tells them. */
final class FakeAgent implements Controlled, AutoCloseable {
    static final RunId RUN = new RunId("run-1");

    private final Journal journal;
    private Agent.Listener listener = (_, _, _) -> {};
    private volatile JobSnapshot run;

    FakeAgent(MusterHome home) throws IOException {
        var folder = Files.createDirectories(home.runs().resolve(RUN.value()));
        journal = Journal.create(folder.resolve("events.jsonl"));
        var accepted =
                new AgentEvent.RunAccepted(
                        Instant.EPOCH, RUN, SampleSpec.ofScript().build(), "gpu-a", 1);
        var first = new NumberedEvent(1, accepted);
        journal.append(first);
        run = JobSnapshot.first(first);
    }

    /** Journals it and tells it, as a real one does. */
    void tell(AgentEvent event) throws IOException {
        var numbered = new NumberedEvent(run.seq() + 1, event);
        journal.append(numbered);
        run = run.after(numbered);
        listener.happened(RUN, numbered, List.of(run));
    }

    @Override
    public String host() {
        return "gpu-a";
    }

    @Override
    public CompletableFuture<List<JobSnapshot>> present() {
        return CompletableFuture.completedFuture(List.of(run));
    }

    @Override
    public CompletableFuture<Map<RunId, Map<String, Long>>> storeOperations() {
        return CompletableFuture.completedFuture(Map.of());
    }

    @Override
    public void listen(Agent.Listener other, Consumer<List<JobSnapshot>> present) {
        present.accept(List.of(run));
        listener = other;
    }

    @Override
    public void unlisten(Agent.Listener other) {
        listener = (_, _, _) -> {};
    }

    @Override
    public CompletableFuture<RunId> launch(JobSpec spec) {
        return CompletableFuture.failedFuture(new IllegalStateException("not here"));
    }

    @Override
    public CompletableFuture<RunId> launchAgain(RunId of) {
        return CompletableFuture.failedFuture(new AgentException("not here"));
    }

    @Override
    public CompletableFuture<CommandOutcome> send(AgentCommand command, String by) {
        return CompletableFuture.completedFuture(new CommandOutcome.Refused("not here"));
    }

    @Override
    public CompletableFuture<List<RankStack>> stacks(
            RunId of, Set<LocalRank> wanted, boolean mayEnd, String by) {
        return CompletableFuture.completedFuture(List.of());
    }

    @Override
    public CompletableFuture<StoreReading> store(RunId of) {
        return CompletableFuture.failedFuture(new AgentException("the store is on another node"));
    }

    @Override
    public Growth growth() {
        return (_, _) -> () -> {};
    }

    @Override
    public void close() throws IOException {
        journal.close();
    }
}
