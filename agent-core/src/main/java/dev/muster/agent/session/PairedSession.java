package dev.muster.agent.session;

import dev.muster.agent.AgentException;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.LogStream;
import dev.muster.agent.job.RunId;
import dev.muster.agent.pairing.Identity;
import dev.muster.agent.pairing.PairedAgent;
import dev.muster.agent.pairing.Role;
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
 * An agent on another machine that this user is paired with, reached over TLS. What it lets us do
 * is what it said when we were paired; it decides anew each time it is asked.
 */
public final class PairedSession implements RemoteSession {
    private final PairedAgent agent;
    private final SocketSession reached;

    private PairedSession(PairedAgent agent, SocketSession reached) {
        this.agent = agent;
        this.reached = reached;
    }

    /**
     * A session that connects by itself.
     *
     * @param home of the user whose key is shown
     * @param name by which the journal over there says who asked
     * @throws IOException when there is no such key and none can be made
     */
    public static PairedSession open(PairedAgent agent, MusterHome home, String name)
            throws IOException {
        var place = AgentPlace.paired(agent, Identity.of(home));
        return new PairedSession(agent, SocketSession.open(place, name));
    }

    /** The name that it has here, and how little it lets us do. */
    @Override
    public String title() {
        return agent.role() == Role.ADMIN
                ? "%s (paired)".formatted(agent.name())
                : "%s (paired, %s)".formatted(agent.name(), agent.role().word());
    }

    @Override
    public Role role() {
        return agent.role();
    }

    @Override
    public Optional<Lack> lack() {
        return Optional.empty(); // who answers is the agent itself
    }

    @Override
    public void tryNow() {
        reached.tryNow();
    }

    @Override
    public CompletionStage<String> startAgent() {
        return CompletableFuture.failedFuture(
                new AgentException(
                        "only somebody on %s can start its agent: `muster agent --listen %s`"
                                .formatted(agent.address().host(), agent.address())));
    }

    @Override
    public boolean simulated() {
        return false;
    }

    @Override
    public Subscription watch(Consumer<AgentSnapshot> listener) {
        return reached.watch(listener);
    }

    @Override
    public Subscription hear(RunId run, RunHearer hearer) {
        return reached.hear(run, hearer);
    }

    @Override
    public CompletionStage<RunId> launch(JobSpec spec) {
        return reached.launch(spec);
    }

    @Override
    public CompletionStage<RunId> launchAgain(JobSnapshot run) {
        return reached.launchAgain(run);
    }

    @Override
    public CompletionStage<CommandOutcome> send(AgentCommand command) {
        return reached.send(command);
    }

    @Override
    public CompletionStage<List<RankStack>> stacks(
            RunId run, Set<LocalRank> localRanks, boolean mayEnd) {
        return reached.stacks(run, localRanks, mayEnd);
    }

    @Override
    public CompletionStage<StoreReading> store(RunId run) {
        return reached.store(run);
    }

    @Override
    public LogSource openLog(RunId run, int attempt, LocalRank localRank, LogStream stream)
            throws IOException {
        return reached.openLog(run, attempt, localRank, stream);
    }

    @Override
    public void close() {
        reached.close();
    }
}
