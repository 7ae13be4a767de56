package dev.muster.agent.rendezvous.c10d;

import dev.muster.agent.rendezvous.RendezvousConfig;
import dev.muster.agent.rendezvous.RendezvousEndpoint;
import dev.muster.agent.rendezvous.RendezvousParameters;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What can be said of a c10d store (elastic-agent §2.7), read as torchrun reads it.
 *
 * @param isHost whether this node serves the store; empty where the endpoint is to tell
 * @param readTimeout how long to try to reach it
 */
record C10dOptions(RendezvousEndpoint endpoint, Optional<Boolean> isHost, Duration readTimeout) {
    static final Set<String> NAMES = Set.of("store_type", "read_timeout", "is_host");
    static final int DEFAULT_PORT = 29_400;
    private static final long DEFAULT_READ_TIMEOUT = 60;

    static C10dOptions from(RendezvousParameters parameters) {
        RendezvousConfig config = parameters.config();
        checkStoreType(config.get("store_type").map(Object::toString).orElse("tcp"));
        long seconds = config.getAsInt("read_timeout").orElse(DEFAULT_READ_TIMEOUT);
        if (seconds <= 0) {
            throw new IllegalArgumentException("The read timeout must be a positive integer.");
        }
        return new C10dOptions(
                RendezvousEndpoint.parse(parameters.endpoint(), DEFAULT_PORT),
                config.getAsBool("is_host"),
                Duration.ofSeconds(seconds));
    }

    private static void checkStoreType(String type) {
        switch (type.strip().toLowerCase(Locale.ROOT)) {
            case "tcp" -> {}
            case "file" ->
                    throw new IllegalArgumentException(
                            "store_type=file is not supported: leave store_type out and give"
                                    + " --rdzv-endpoint=HOST:PORT, where one of the nodes serves"
                                    + " the store.");
            default ->
                    throw new IllegalArgumentException(
                            "Invalid store type given. Currently only supports file and tcp.");
        }
    }
}
