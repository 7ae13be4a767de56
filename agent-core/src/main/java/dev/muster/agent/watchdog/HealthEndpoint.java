package dev.muster.agent.watchdog;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.muster.agent.loop.Timers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Says over HTTP, on this machine only, whether the agent's thread still turns (spec/elastic-agent
 * §4.8): 200 while it does, 503 when it has not for {@link #LIMIT}. PyTorch has the switch for it
 * and opens no port.
 */
public final class HealthEndpoint implements AutoCloseable {
    /** How long the agent's thread may be busy with one thing. */
    static final Duration LIMIT = Duration.ofSeconds(60);

    private static final Duration BETWEEN_TURNS = Duration.ofSeconds(5);
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    private final HttpServer server;
    private final Timers timers;
    private final InstantSource clock;
    private volatile Instant lastTurn;
    private volatile boolean closed;

    private HealthEndpoint(HttpServer server, Timers timers, InstantSource clock) {
        this.server = server;
        this.timers = timers;
        this.clock = clock;
        lastTurn = clock.instant();
    }

    /**
     * Listens at a port of the loopback address; 0 for one the system chooses.
     *
     * @throws IOException when it cannot be had
     */
    public static HealthEndpoint open(int port, Timers timers, InstantSource clock)
            throws IOException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        var endpoint = new HealthEndpoint(HttpServer.create(address, 0), timers, clock);
        endpoint.server.createContext("/", endpoint::answer);
        endpoint.server.start();
        timers.at(clock.instant(), endpoint::turn);
        return endpoint;
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** On the agent's thread. */
    private void turn() {
        if (closed) return;
        lastTurn = clock.instant();
        timers.at(lastTurn.plus(BETWEEN_TURNS), this::turn);
    }

    /** On the server's thread. */
    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Instant turned = lastTurn;
            boolean alive = Duration.between(turned, clock.instant()).compareTo(LIMIT) < 0;
            byte[] body =
                    "{\"alive\":%b,\"lastProgress\":\"%s\"}%n"
                            .formatted(alive, turned)
                            .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(alive ? OK : UNAVAILABLE, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        closed = true;
        server.stop(0);
    }
}
