package dev.muster.agent.session;

import dev.muster.agent.home.AgentSocket;

import java.nio.file.Path;
import java.util.Optional;

/** Where an agent is reached: a Unix socket on this machine that leads to it. */
public interface AgentPlace {
    Path socket();

    /** What to call it until it has told its own name. */
    String name();

    /** Why it will never answer again; empty while it may. */
    Optional<String> whyOver();

    /** An agent on another machine, behind a socket that leads to it for as long as it can. */
    static AgentPlace behind(Path socket, String name) {
        return new AgentPlace() {
            @Override
            public Path socket() {
                return socket;
            }

            @Override
            public String name() {
                return name;
            }

            @Override
            public Optional<String> whyOver() {
                return Optional.empty();
            }
        };
    }

    /** An agent on this machine, which is over when its process is. */
    static AgentPlace here(AgentSocket socket) {
        return new AgentPlace() {
            @Override
            public Path socket() {
                return socket.path();
            }

            @Override
            public String name() {
                return "agent " + socket.pid();
            }

            @Override
            public Optional<String> whyOver() {
                return socket.isAlive()
                        ? Optional.empty()
                        : Optional.of("the agent (pid %d) has ended".formatted(socket.pid()));
            }
        };
    }
}
