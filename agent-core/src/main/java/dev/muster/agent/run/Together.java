package dev.muster.agent.run;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.StoreAddress;
import dev.muster.agent.rendezvous.RendezvousBackend;
import dev.muster.agent.rendezvous.RendezvousConfig;
import dev.muster.agent.rendezvous.RendezvousHandler;
import dev.muster.agent.rendezvous.RendezvousHandlerRegistry;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.RendezvousParameters;
import dev.muster.agent.round.RoundContext;
import dev.muster.agent.round.Rounds;
import dev.muster.agent.supervise.GroupInput;
import dev.muster.agent.supervise.process.Others;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** A job of several nodes, of which this is one. */
record Together(Rounds rounds) implements Company {
    /** torchrun's name for a job that was given none. */
    private static final String NAMELESS = "none";

    private static final Duration USUAL_BARRIER = Duration.ofSeconds(300);

    /** The id that all nodes of the job were given. */
    static String runId(JobSpec spec) {
        return spec.rendezvousId().orElse(NAMELESS);
    }

    static Together of(
            RunContext context,
            JobSpec spec,
            JobNodes nodes,
            StoreServerConfig storeConfig,
            Consumer<StoreServer> storeOpened,
            Consumer<AgentEvent> events,
            Consumer<GroupInput> inputs) {
        var variables = new HashMap<>(context.environment());
        variables.putAll(spec.environment());
        return new Together(
                new Rounds(
                        new RoundContext(
                                nodes,
                                context.host(),
                                spec.role(),
                                spec.workers(),
                                "1".equals(variables.get("TORCH_ELASTIC_WORKER_IDENTICAL")),
                                news -> seat(spec, nodes, events, context, news),
                                exitBarrierTimeout(variables),
                                storeConfig,
                                storeOpened,
                                context.agentThread(),
                                context.clock(),
                                events,
                                inputs)));
    }

    @Override
    public Others others() {
        return rounds;
    }

    @Override
    public StoreAddress meetingPlace(int attempt) {
        return rounds.master();
    }

    @Override
    public Optional<String> scale(int min, int max, String by) {
        return rounds.scale(min, max, by);
    }

    @Override
    public void close() {
        rounds.close();
    }

    /** On the rendezvous thread. */
    private static RendezvousHandler seat(
            JobSpec spec,
            JobNodes nodes,
            Consumer<AgentEvent> events,
            RunContext context,
            Consumer<? super RendezvousNews> news) {
        var registry = new RendezvousHandlerRegistry();
        registry.registerAll(
                ServiceLoader.load(RendezvousBackend.class).iterator(),
                broken ->
                        context.agentThread()
                                .execute(
                                        () ->
                                                events.accept(
                                                        new AgentEvent.Noticed(
                                                                context.clock().instant(),
                                                                broken))));
        var parameters =
                new RendezvousParameters(
                        nodes.backend(),
                        nodes.endpoint(),
                        runId(spec),
                        nodes.min(),
                        nodes.max(),
                        nodes.localAddress(),
                        new RendezvousConfig(Map.copyOf(nodes.config())));
        return registry.createHandler(parameters, news);
    }

    /** In seconds; what is no such number was refused when the job was checked. */
    static Duration exitBarrierTimeout(Map<String, String> variables) {
        String text = variables.getOrDefault("TORCH_ELASTIC_EXIT_BARRIER_TIMEOUT", "");
        return text.matches("[0-9]{1,9}(\\.[0-9]*)?")
                ? Duration.ofMillis((long) (Double.parseDouble(text) * 1000))
                : USUAL_BARRIER;
    }
}
