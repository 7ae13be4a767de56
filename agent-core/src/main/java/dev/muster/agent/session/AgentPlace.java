package dev.muster.agent.session;

import dev.muster.agent.control.client.ControlClient;
import dev.muster.agent.home.AgentSocket;
import dev.muster.agent.pairing.Identity;
import dev.muster.agent.pairing.PairedAgent;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Where an agent is reached: through a Unix socket on this machine, or over TCP. */
public final class AgentPlace {
    private final Function<String, ControlClient> clients;
    private final String name;
    private final Supplier<Optional<String>> over;
    private final Optional<AgentSocket> socket;

    /**
     * @param clients who asks it, by the name that the journal has for who asked
     */
    AgentPlace(
            Function<String, ControlClient> clients,
            String name,
            Supplier<Optional<String>> over,
            Optional<AgentSocket> socket) {
        this.clients = clients;
        this.name = name;
        this.over = over;
        this.socket = socket;
    }

    private static AgentPlace elsewhere(Function<String, ControlClient> clients, String name) {
        return new AgentPlace(clients, name, Optional::empty, Optional.empty());
    }

    /** An agent on another machine, behind a socket that leads to it for as long as it can. */
    static AgentPlace behind(Path socket, String name) {
        return elsewhere(asker -> ControlClient.of(socket, asker), name);
    }

    /** An agent on another machine that is paired with this one, and is shown our own key. */
    static AgentPlace paired(PairedAgent agent, Identity own) {
        return elsewhere(
                asker -> ControlClient.of(agent.address(), agent.key(), own, asker), agent.name());
    }

    /** An agent on this machine, which is over when its process is. */
    public static AgentPlace here(AgentSocket socket) {
        return new AgentPlace(
                asker -> ControlClient.of(socket.path(), asker),
                "agent " + socket.pid(),
                () ->
                        socket.isAlive()
                                ? Optional.empty()
                                : Optional.of(
                                        "the agent (pid %d) has ended".formatted(socket.pid())),
                Optional.of(socket));
    }

    /**
     * Whoever asks it.
     *
     * @param asker by which the journal says who asked
     */
    ControlClient client(String asker) {
        return clients.apply(asker);
    }

    /** Where an agent on this machine listens; empty for one on another. */
    public Optional<AgentSocket> socket() {
        return socket;
    }

    /** What to call it until it has told its own name. */
    public String name() {
        return name;
    }

    /** Why it will never answer again; empty while it may. */
    public Optional<String> whyOver() {
        return over.get();
    }
}
