package dev.muster.gui.logs;

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

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A session that has logs and nothing else. */
final class FakeSession implements AgentSession {
    private final Map<String, LogSource> logs = new ConcurrentHashMap<>();

    /** A new log for that stream of that worker, whatever the run and the attempt. */
    FakeLog log(LocalRank rank, LogStream stream) {
        var log = new FakeLog();
        put(rank, stream, log);
        return log;
    }

    void put(LocalRank rank, LogStream stream, LogSource log) {
        logs.put(name(rank, stream), log);
    }

    void lose(LocalRank rank, LogStream stream) {
        logs.remove(name(rank, stream));
    }

    private static String name(LocalRank rank, LogStream stream) {
        return rank + "/" + stream.word();
    }

    @Override
    public LogSource openLog(RunId run, int attempt, LocalRank rank, LogStream stream)
            throws IOException {
        return Optional.ofNullable(logs.get(name(rank, stream)))
                .orElseThrow(() -> new IOException("no file for rank " + rank));
    }

    @Override
    public String title() {
        return "Test";
    }

    @Override
    public boolean simulated() {
        return true;
    }

    @Override
    public Subscription watch(Consumer<AgentSnapshot> listener) {
        return () -> {};
    }

    @Override
    public CompletionStage<RunId> launch(JobSpec spec) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException("logs only"));
    }

    @Override
    public CompletionStage<CommandOutcome> send(AgentCommand command) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException("logs only"));
    }

    @Override
    public void close() {}
}
