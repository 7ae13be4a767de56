package dev.muster.agent.session;

import dev.muster.agent.AgentException;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.store.StoreReading;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * An agent that is being watched and steered. Methods may be called from any thread and do not
 * block; what they promise arrives on a thread of the session, never on the caller's.
 */
public interface AgentSession extends AutoCloseable {
    /** What to call this agent on the screen: "This computer", a host, "Simulated". */
    String title();

    /** True when nothing this session shows is real. */
    boolean simulated();

    /** Hands over the present state at once and after every change. Calls never overlap. */
    Subscription watch(Consumer<AgentSnapshot> listener);

    /**
     * Hears every event of a run, the past ones first, each once and without a gap. Where a
     * recording is shown, that is all of it, whatever moment it stands at.
     */
    default Subscription hear(RunId run, RunHearer hearer) {
        hearer.absent();
        return () -> {};
    }

    /** What plays the recording that this run is shown from; absent where it is live. */
    default Optional<ReplaySession> recording(RunId run) {
        return Optional.empty();
    }

    /**
     * Starts a run of a checked spec. The stage fails with {@link LaunchFailed} when the agent
     * cannot take it.
     */
    CompletionStage<RunId> launch(JobSpec spec);

    /**
     * Starts the same as a run that is or was here. What is told of a run lacks the values of its
     * variables; whoever has its folder has them. Fails as {@link #launch} does.
     */
    default CompletionStage<RunId> launchAgain(JobSnapshot run) {
        return launch(run.spec());
    }

    /** Sends a command; a command for a run that is not here, or over, is refused, not an error. */
    CompletionStage<CommandOutcome> send(AgentCommand command);

    /**
     * Where the workers of those local ranks stand, or of all where none is named; in the order of
     * their ranks. Each tells it in the gentlest way that works; with {@code mayEnd}, one that does
     * in no other way is ended for its last words, which fails the attempt. The stage fails with an
     * {@link AgentException} whose message is for the user where nobody can be asked.
     */
    default CompletionStage<List<RankStack>> stacks(
            RunId run, Set<LocalRank> localRanks, boolean mayEnd) {
        return CompletableFuture.failedFuture(
                new AgentException("the workers cannot be asked from here where they stand"));
    }

    /**
     * What the store of a run's workers holds now, and who is connected to it. The stage fails with
     * an {@link AgentException} whose message is for the user where nobody can look into it.
     */
    default CompletionStage<StoreReading> store(RunId run) {
        return CompletableFuture.failedFuture(
                new AgentException("the store of this run cannot be looked into from here"));
    }

    /**
     * Opens what a worker of an attempt has written so far.
     *
     * @throws IOException when there is no such worker, or its file is gone; the message says which
     */
    LogSource openLog(RunId run, int attempt, LocalRank localRank, LogStream stream)
            throws IOException;

    /**
     * Ends the session. An embedded agent stops its runs first, with their grace, and the call
     * waits for that.
     */
    @Override
    void close();
}
