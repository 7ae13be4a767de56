package dev.muster.agent.control;

import dev.muster.agent.Agent;
import dev.muster.agent.command.AgentCommand;
import dev.muster.agent.command.CommandOutcome;
import dev.muster.agent.event.JobSnapshot;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.output.Growth;
import dev.muster.agent.stacks.RankStack;
import dev.muster.agent.store.StoreReading;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The agent, as whoever serves its control API needs it. Methods: any thread. */
interface Controlled {
    String host();

    /** Completes when the agent's thread has come round. */
    CompletableFuture<List<JobSnapshot>> present();

    /** How often the workers' store of each run was asked for what. */
    CompletableFuture<Map<RunId, Map<String, Long>>> storeOperations();

    /** Hears of everything from now on; {@code present} is called first, on the same thread. */
    void listen(Agent.Listener listener, Consumer<List<JobSnapshot>> present);

    void unlisten(Agent.Listener listener);

    /** Fails with {@link dev.muster.agent.AgentException} when the run cannot be taken. */
    CompletableFuture<RunId> launch(JobSpec spec);

    /**
     * The same as that run. Fails with {@link dev.muster.agent.AgentException} when it cannot be.
     */
    CompletableFuture<RunId> launchAgain(RunId run);

    CompletableFuture<CommandOutcome> send(AgentCommand command, String by);

    /** Fails with {@link dev.muster.agent.AgentException} when the run is over. */
    CompletableFuture<List<RankStack>> stacks(
            RunId run, Set<LocalRank> wanted, boolean mayEnd, String by);

    /** Fails with {@link dev.muster.agent.AgentException} when it cannot be looked into. */
    CompletableFuture<StoreReading> store(RunId run);

    Growth growth();

    static Controlled of(Agent agent) {
        return new Controlled() {
            @Override
            public String host() {
                return agent.host();
            }

            @Override
            public CompletableFuture<List<JobSnapshot>> present() {
                return agent.present();
            }

            @Override
            public CompletableFuture<Map<RunId, Map<String, Long>>> storeOperations() {
                return agent.storeOperations();
            }

            @Override
            public void listen(Agent.Listener listener, Consumer<List<JobSnapshot>> present) {
                agent.listen(listener, present);
            }

            @Override
            public void unlisten(Agent.Listener listener) {
                agent.unlisten(listener);
            }

            @Override
            public CompletableFuture<RunId> launch(JobSpec spec) {
                return agent.launch(spec);
            }

            @Override
            public CompletableFuture<RunId> launchAgain(RunId run) {
                return agent.launchAgain(run);
            }

            @Override
            public CompletableFuture<CommandOutcome> send(AgentCommand command, String by) {
                return agent.send(command, by);
            }

            @Override
            public CompletableFuture<List<RankStack>> stacks(
                    RunId run, Set<LocalRank> wanted, boolean mayEnd, String by) {
                return agent.stacks(run, wanted, mayEnd, by);
            }

            @Override
            public CompletableFuture<StoreReading> store(RunId run) {
                return agent.store(run);
            }

            @Override
            public Growth growth() {
                return agent.growth();
            }
        };
    }
}
