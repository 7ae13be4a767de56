package dev.muster.agent.fleet;

import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.fleet.FleetPlace.Kind;
import dev.muster.agent.home.AgentSocket;
import dev.muster.agent.home.AgentSockets;
import dev.muster.agent.session.AgentDirectory;
import dev.muster.agent.session.AgentPlace;
import dev.muster.agent.session.Connection;
import dev.muster.agent.session.SocketSession;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The other agents of this user on this machine, as places of a fleet: they come with their
 * sockets. One that ends stays as it was told of last, for as long as there is a run to show. Any
 * thread.
 */
public final class LocalAgents implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalAgents.class);

    private final Fleet fleet;
    private final String name;
    private final InstantSource clock;
    private final AgentDirectory directory;
    private final Map<AgentSocket, SocketSession> met = new HashMap<>(); // guarded by this

    private LocalAgents(Fleet fleet, String name, InstantSource clock, AgentDirectory directory) {
        this.fleet = fleet;
        this.name = name;
        this.clock = clock;
        this.directory = directory;
    }

    /**
     * Adds those that are there, and from now on those that come.
     *
     * @param name by which their journals say who asked
     * @throws IOException when it cannot be known who is there
     */
    public static LocalAgents open(
            Fleet fleet, AgentSockets sockets, String name, InstantSource clock)
            throws IOException {
        var agents = new LocalAgents(fleet, name, clock, AgentDirectory.open(sockets));
        var _ = agents.directory.watch(agents::meet);
        return agents;
    }

    /** The one that stays, where one does and is reached. */
    Optional<SocketSession> staying() {
        List<PlaceSnapshot> now = fleet.snapshot().places();
        synchronized (this) {
            return met.entrySet().stream()
                    .filter(each -> stays(each.getValue()) && each.getKey().isAlive())
                    .filter(each -> isConnected(now, id(each.getKey())))
                    .map(Map.Entry::getValue)
                    .findFirst();
        }
    }

    private static boolean stays(SocketSession session) {
        return session.facts().filter(facts -> facts.kind() == AgentFacts.Kind.AGENT).isPresent();
    }

    private static boolean isConnected(List<PlaceSnapshot> places, PlaceId id) {
        return places.stream()
                .filter(place -> place.id().equals(id))
                .anyMatch(place -> place.now().connection() instanceof Connection.Connected);
    }

    /** The session of an agent that may have come this very moment. */
    synchronized SocketSession meet(AgentPlace place) throws IOException {
        AgentSocket socket =
                place.socket()
                        .orElseThrow(
                                () -> new IOException(place.name() + " is on another machine"));
        return meet(socket);
    }

    private synchronized void meet(List<AgentSocket> present) {
        met.keySet().removeIf(socket -> !socket.isAlive());
        for (AgentSocket socket : present) {
            if (socket.pid() != ProcessHandle.current().pid()) meet(socket);
        }
    }

    private SocketSession meet(AgentSocket socket) {
        return met.computeIfAbsent(
                socket,
                _ -> {
                    var session = SocketSession.open(AgentPlace.here(socket), name);
                    fleet.add(new FleetPlace(id(socket), Kind.HERE, session, clock));
                    return session;
                });
    }

    private static PlaceId id(AgentSocket socket) {
        return new PlaceId(String.valueOf(socket.path().getFileName()));
    }

    /** Nobody is met any more; the places stay the fleet's. */
    @Override
    public void close() {
        try {
            directory.close();
        } catch (IOException e) {
            LOG.debug("the directory of agents could not be closed", e);
        }
    }
}
