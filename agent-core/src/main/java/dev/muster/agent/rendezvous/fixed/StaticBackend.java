package dev.muster.agent.rendezvous.fixed;

import dev.muster.agent.rendezvous.RendezvousBackend;
import dev.muster.agent.rendezvous.RendezvousConfig;
import dev.muster.agent.rendezvous.RendezvousEndpoint;
import dev.muster.agent.rendezvous.RendezvousHandler;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.RendezvousParameters;

import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;

/** Makes {@link StaticHandler}s, and refuses in torchrun's words. */
public final class StaticBackend implements RendezvousBackend {
    static final String NAME = "static";

    private static final int NO_PORT = 0;
    private static final int USUAL_TIMEOUT_SECONDS = 600;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> options() {
        return Set.of("rank", "timeout");
    }

    @Override
    public RendezvousHandler create(
            RendezvousParameters parameters, Consumer<? super RendezvousNews> news) {
        RendezvousConfig config = parameters.config();
        long rank =
                config.getAsInt("rank")
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "rank is absent in RendezvousParameters.Try add"
                                                        + " --node-rank to the cmd request"));
        if (rank < 0 || rank >= parameters.maxNodes()) {
            throw new IllegalArgumentException(
                    "The node rank is %d, and with %d nodes it must be from 0 to %d."
                            .formatted(rank, parameters.maxNodes(), parameters.maxNodes() - 1));
        }
        return new StaticHandler(
                parameters.runId(),
                endpoint(parameters.endpoint().strip()),
                Math.toIntExact(rank),
                parameters.maxNodes(),
                timeout(config),
                news);
    }

    private static RendezvousEndpoint endpoint(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException(
                    "endpoint is absent in RendezvousParameters"
                            + "Try add --master-port and --master-addr to the cmd request");
        }
        var endpoint = RendezvousEndpoint.parse(text, NO_PORT);
        if (endpoint.port() == NO_PORT) {
            throw new IllegalArgumentException(
                    "Port is absent in endpoint: %s. Try launching with --master-port"
                            .formatted(text));
        }
        return endpoint;
    }

    private static Duration timeout(RendezvousConfig config) {
        long seconds = config.getAsInt("timeout").orElse(USUAL_TIMEOUT_SECONDS);
        if (seconds > 0) return Duration.ofSeconds(seconds);
        throw new IllegalArgumentException(
                "The rendezvous timeout is %d s, and it must be positive.".formatted(seconds));
    }
}
