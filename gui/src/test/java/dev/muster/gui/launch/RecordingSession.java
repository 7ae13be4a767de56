package dev.muster.gui.launch;

import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.session.AgentSession;
import dev.muster.agent.session.AgentSnapshot;
import dev.muster.agent.session.LogSource;
import dev.muster.agent.session.Subscription;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** An agent that notes what it is asked to launch, and answers when the test says so. */
final class RecordingSession implements AgentSession {
    private final List<JobSpec> launched = new CopyOnWriteArrayList<>();
    private volatile CompletableFuture<RunId> answer =
            CompletableFuture.completedFuture(new RunId("7f3a"));

    List<JobSpec> launched() {
        return List.copyOf(launched);
    }

    void answerWith(CompletableFuture<RunId> next) {
        answer = next;
    }

    @Override
    public CompletionStage<RunId> launch(JobSpec spec) {
        launched.add(spec);
        return answer;
    }

    @Override
    public String title() {
        return "This computer";
    }

    @Override
    public boolean simulated() {
        return false;
    }

    @Override
    public Subscription watch(Consumer<AgentSnapshot> listener) {
        return () -> {};
    }

    @Override
    public CompletionStage<CommandOutcome> send(AgentCommand command) {
        return CompletableFuture.completedFuture(new CommandOutcome.Refused("there are no runs"));
    }

    @Override
    public LogSource openLog(RunId run, int attempt, LocalRank localRank, LogStream stream) {
        throw new UnsupportedOperationException("a launch form opens no logs");
    }

    @Override
    public void close() {}
}
