package dev.muster.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.Agent;
import dev.muster.agent.control.ControlServer;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.event.Phase;
import dev.muster.agent.home.AgentSocket;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.RunId;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The same as of an embedded agent, over a socket. */
class SocketSessionTest extends AgentSessionContract {
    private Optional<Served> served = Optional.empty();

    /** What would be another process. */
    private record Served(Agent agent, ControlServer server) {}

    @Override
    AgentSession open(MusterHome home, Map<String, String> environment) {
        var withHome = new HashMap<>(environment);
        withHome.put("MUSTER_HOME", folder().toString());
        Agent agent = Agent.open(home, environment);
        try {
            var server = ControlServer.open(agent, AgentFacts.Kind.AGENT, home, withHome);
            served = Optional.of(new Served(agent, server));
        } catch (IOException e) {
            agent.close();
            throw new UncheckedIOException(e);
        }
        return session("test");
    }

    private SocketSession session(String name) {
        AgentSocket socket = AgentSocket.at(served.orElseThrow().server().socket()).orElseThrow();
        return SocketSession.open(AgentPlace.here(socket), name);
    }

    @Override
    void close(AgentSession opened) {
        opened.close();
        served.orElseThrow().agent().close();
        served.orElseThrow().server().close();
    }

    @Test
    void closing_the_session_leaves_the_run_alone() {
        RunId run = launch(1, 0, "sleep 600");
        awaitRun(run, snapshot -> snapshot.phase() == Phase.RUNNING);

        session().close();

        try (var again = session("again")) {
            watch(again);
            assertThat(awaitRun(run, _ -> true).phase()).isEqualTo(Phase.RUNNING);
        }
    }
}
