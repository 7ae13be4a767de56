package dev.muster.agent.fleet;

import dev.muster.agent.history.Comparison;
import dev.muster.agent.history.Deletion;
import dev.muster.agent.history.History;
import dev.muster.agent.history.HistoryFigures;
import dev.muster.agent.history.HistoryQuery;
import dev.muster.agent.history.PastRun;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.journal.KeptSpec;
import dev.muster.agent.session.LogSource;
import dev.muster.agent.session.ReplaySession;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The history of this user on this machine, read on a thread of its own, one thing after the other.
 * What cannot be read fails with an {@link IOException}.
 */
public final class PastRuns implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PastRuns.class);

    private final MusterHome home;
    private final InstantSource clock;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("history").factory());
    private Optional<History> history = Optional.empty(); // on the thread

    /**
     * What was asked for.
     *
     * @param runs newest first
     * @param notice what is to be told about the index
     * @param figures how much of the past there is, and how much is kept; where all was asked for
     */
    public record Listing(
            HistoryQuery query,
            List<PastRun> runs,
            Optional<String> notice,
            Optional<HistoryFigures> figures) {
        public Listing {
            runs = List.copyOf(runs);
        }
    }

    /** Opens nothing before something is asked for. */
    public PastRuns(MusterHome home, InstantSource clock) {
        this.home = home;
        this.clock = clock;
    }

    public CompletionStage<Listing> list(HistoryQuery query) {
        return ask(
                () -> {
                    History now = history();
                    boolean all = query.words().isEmpty() && query.states().isEmpty();
                    return new Listing(
                            query,
                            now.list(query),
                            now.notice(),
                            all ? Optional.of(now.figures()) : Optional.empty());
                });
    }

    /** Opens a recording, at its end. */
    public CompletionStage<ReplaySession> open(RunId run) {
        return ask(() -> ReplaySession.open(history().open(run), clock));
    }

    /** As {@link History#find}. */
    public CompletionStage<Optional<PastRun>> find(RunId run) {
        return ask(() -> history().find(run));
    }

    /** As {@link History#compare}. */
    public CompletionStage<Comparison> compare(RunId left, RunId right) {
        return ask(() -> history().compare(left, right));
    }

    /** As {@link History#delete}. */
    public CompletionStage<Deletion> delete(RunId run) {
        return ask(() -> history().delete(run));
    }

    /** What a run was started with, whether it is over or not. */
    public CompletionStage<KeptSpec> spec(RunId run) {
        return ask(() -> KeptSpec.read(home.runs().resolve(run.value()).resolve("spec.json")));
    }

    /** Opens what a worker of an attempt wrote; waits for it. */
    LogSource openLog(RunId run, int attempt, LocalRank localRank, LogStream stream)
            throws IOException {
        try (ReplaySession recording = open(run).toCompletableFuture().join()) {
            return recording.openLog(run, attempt, localRank, stream);
        } catch (CompletionException e) {
            throw new IOException(
                    "the log cannot be opened: " + Optional.ofNullable(e.getCause()).orElse(e), e);
        }
    }

    @Override
    public void close() {
        thread.execute(this::closeHistory);
        thread.shutdown();
    }

    private History history() throws IOException {
        if (history.isEmpty()) history = Optional.of(History.open(home, clock));
        return history.get();
    }

    private void closeHistory() {
        try {
            if (history.isPresent()) history.get().close();
        } catch (IOException e) {
            LOG.debug("the history could not be closed", e);
        }
    }

    private <T> CompletionStage<T> ask(Callable<T> question) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return question.call();
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                thread);
    }
}
