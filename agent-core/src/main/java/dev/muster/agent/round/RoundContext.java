package dev.muster.agent.round;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.rendezvous.RendezvousHandler;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.supervise.GroupInput;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What {@link Rounds} needs of its run.
 *
 * @param host what this machine calls itself
 * @param workers of this node
 * @param identical whether every node has the same workers, and nobody need be asked
 * @param handlers makes the node's seat, which tells its news; may block
 * @param exitBarrierTimeout how long the others are waited for once all is done here
 * @param storeConfig of the workers' store, but for its address
 * @param storeOpened told on the agent's thread
 * @param inputs what comes of it, on the agent's thread
 */
public record RoundContext(
        JobNodes nodes,
        String host,
        String role,
        int workers,
        boolean identical,
        Function<Consumer<? super RendezvousNews>, RendezvousHandler> handlers,
        Duration exitBarrierTimeout,
        StoreServerConfig storeConfig,
        Consumer<StoreServer> storeOpened,
        Executor agentThread,
        InstantSource clock,
        Consumer<AgentEvent> events,
        Consumer<GroupInput> inputs) {}
