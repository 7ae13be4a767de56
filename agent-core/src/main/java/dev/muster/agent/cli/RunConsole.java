package dev.muster.agent.cli;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.output.Growth;
import dev.muster.agent.telemetry.EventRecorder;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * What {@code muster run} shows on its two streams, each with a thread of its own: whoever reads
 * one of them slowly, or not at all, holds up neither the other nor the run. When the run is over,
 * what is left is shown for as long as it takes; unless the run was stopped, because then nobody
 * waits for a reader that takes nothing any more.
 */
final class RunConsole implements AutoCloseable {
    /** For a reader, once the run has been stopped. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** For the last output, which should stand before the last word on the same terminal. */
    private static final Duration LAST_WORD = Duration.ofSeconds(1);

    private final ExecutorService out = thread("stdout");
    private final ExecutorService err = thread("stderr");
    private final WorkerConsole stdout;
    private final WorkerConsole stderr;
    private final RunTalk talk;
    private final EventRecorder events;
    private final CompletableFuture<AgentEvent.RunEnded> over = new CompletableFuture<>();
    private final CompletableFuture<Void> outShown = new CompletableFuture<>();
    private final CompletableFuture<Void> errShown = new CompletableFuture<>();

    /**
     * @param events written to stderr too, between what else stands there
     */
    RunConsole(JobSpec spec, Terminal terminal, Growth growth, Path runs, EventRecorder events) {
        this.events = events;
        stdout = new WorkerConsole(LogStream.STDOUT, spec, terminal, growth, out);
        stderr = new WorkerConsole(LogStream.STDERR, spec, terminal, growth, err);
        talk = new RunTalk(terminal.err(), runs, RunTalk.Later.on(err));
    }

    /** On the agent's thread, which never waits here. */
    void tell(AgentEvent event, JobSnapshot now) {
        boolean last = event instanceof AgentEvent.RunEnded;
        if (event instanceof AgentEvent.RunEnded ended) over.complete(ended);
        out.execute(
                () -> {
                    try {
                        stdout.tell(event);
                    } finally {
                        if (last) outShown.complete(null);
                    }
                });
        err.execute(
                () -> {
                    try {
                        if (last) await(outShown, LAST_WORD);
                        stderr.tell(event);
                        events.hear(event, now);
                        talk.tell(event, now);
                    } finally {
                        if (last) errShown.complete(null);
                    }
                });
    }

    /** Complete with its exit code when the run is over, whoever still reads. */
    CompletableFuture<Integer> over() {
        return over.thenApply(AgentEvent.RunEnded::exitCode);
    }

    /** Waits for the end of the run and of its output; answers the exit code. */
    int awaitEnd() {
        AgentEvent.RunEnded ended = over.join();
        var shown = CompletableFuture.allOf(outShown, errShown);
        if (ended.outcome() == Outcome.STOPPED) {
            await(shown, PATIENCE);
        } else {
            shown.join();
        }
        return ended.exitCode();
    }

    /** Each thread ends once it has shown what it was given; a reader may hold it up still. */
    @Override
    public void close() {
        out.execute(out::shutdown);
        err.execute(err::shutdown);
    }

    private static void await(CompletableFuture<Void> shown, Duration atMost) {
        shown.copy().completeOnTimeout(null, atMost.toMillis(), MILLISECONDS).join();
    }

    private static ExecutorService thread(String name) {
        return Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name(name).daemon(true).factory());
    }
}
