package dev.muster.agent.cli;

import dev.muster.agent.cli.ReachedAgents.Found;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.session.Connection;
import dev.muster.agent.session.RunHearer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;

/**
 * Goes through a run's events from its first, on a thread that may wait for whoever reads what is
 * shown.
 */
final class FollowedRun {
    private final Found found;
    private final ExecutorService console =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name("console").daemon(true).factory());
    private final CompletableFuture<Integer> over = new CompletableFuture<>();

    FollowedRun(Found found) {
        this.found = found;
    }

    ExecutorService console() {
        return console;
    }

    /** Ends it with that exit code, unless it has ended. */
    void end(int exitCode) {
        over.complete(exitCode);
    }

    /**
     * Hands over event after event until the run is over.
     *
     * @param onlyPast until what had happened when it was found has been told
     * @param last done on the console's thread in the end
     * @return the run's exit code if it is over, 0 if it is not
     * @throws CommandFailed when its agent is lost before
     */
    int tell(BiConsumer<NumberedEvent, JobSnapshot> teller, boolean onlyPast, Runnable last) {
        long until = onlyPast ? found.run().seq() : Long.MAX_VALUE;
        var session = found.agent().session();
        var lost = new CompletableFuture<String>();
        var hearer =
                new RunHearer() {
                    @Override
                    public void happened(NumberedEvent event, JobSnapshot now) {
                        onConsole(() -> handOver(teller, event, now, until));
                    }

                    @Override
                    public void absent() {
                        lose("its agent has forgotten it");
                    }

                    private void lose(String because) {
                        onConsole(
                                () -> {
                                    if (!over.isDone()) lost.complete(because);
                                });
                    }
                };
        try (var _ = session.hear(found.run().run(), hearer);
                var _ =
                        session.watch(
                                now -> {
                                    if (now.connection() instanceof Connection.Lost(var because)) {
                                        hearer.lose(because);
                                    }
                                })) {
            CompletableFuture.anyOf(over, lost).join();
            onConsole(last);
        } finally {
            console.close();
        }
        if (!over.isDone()) throw CommandFailed.unavailable(lost.join());
        return over.join();
    }

    private void handOver(
            BiConsumer<NumberedEvent, JobSnapshot> teller,
            NumberedEvent event,
            JobSnapshot now,
            long until) {
        if (over.isDone()) return;
        teller.accept(event, now);
        if (event.event() instanceof AgentEvent.RunEnded ended) over.complete(ended.exitCode());
        if (event.seq() >= until) over.complete(ExitCodes.OK);
    }

    private void onConsole(Runnable action) {
        try {
            console.execute(action);
        } catch (RejectedExecutionException _) {
            return; // everything that is to be shown has been
        }
    }
}
