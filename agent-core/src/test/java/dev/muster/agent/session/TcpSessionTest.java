package dev.muster.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.Agent;
import dev.muster.agent.control.ControlServer;
import dev.muster.agent.control.TcpAccess;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.event.Phase;
import dev.muster.agent.home.AgentSocket;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.job.RunId;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.Identity;
import dev.muster.agent.pairing.PairedAgent;
import dev.muster.agent.pairing.PairedClients;
import dev.muster.agent.pairing.PairingCode;
import dev.muster.agent.pairing.Role;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The same as of an embedded agent, over TLS with a machine that is paired as admin. */
class TcpSessionTest extends AgentSessionContract {
    private static final Duration LONG = Duration.ofSeconds(60);

    private Optional<Agent> agent = Optional.empty();
    private Optional<ControlServer> server = Optional.empty();
    private Map<String, String> there = Map.of();
    private MusterHome home = MusterHome.of(Map.of());

    @Override
    AgentSession open(MusterHome agentsHome, Map<String, String> environment) {
        home = agentsHome;
        var withHome = new HashMap<>(environment);
        withHome.put("MUSTER_HOME", folder().toString());
        there = withHome;
        agent = Optional.of(Agent.open(agentsHome, environment));
        try {
            serve(new AgentAddress("127.0.0.1", 0));
            return session(pair(Role.ADMIN));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve(AgentAddress listen) throws IOException {
        server =
                Optional.of(
                        ControlServer.open(
                                agent.orElseThrow(),
                                AgentFacts.Kind.AGENT,
                                home,
                                there,
                                Optional.of(TcpAccess.of(listen, true, home))));
    }

    private AgentAddress address() {
        return server.orElseThrow().tcp().orElseThrow();
    }

    private PairedAgent pair(Role role) throws IOException {
        return new AgentPairing(client(), InstantSource.system())
                .pair(address(), code(role), "box");
    }

    private PairingCode code(Role role) throws IOException {
        return PairingCodes.make(this::sockets, role).code();
    }

    private List<AgentPlace> sockets() {
        return List.of(
                AgentPlace.here(AgentSocket.at(server.orElseThrow().socket()).orElseThrow()));
    }

    /** The home of the user at the other end. */
    private MusterHome client() {
        return new MusterHome(folder().resolve("client"), folder().resolve("client"));
    }

    private PairedSession session(PairedAgent paired) throws IOException {
        return PairedSession.open(paired, client(), "the test");
    }

    @Override
    void close(AgentSession opened) {
        opened.close();
        agent.orElseThrow().close();
        server.orElseThrow().close();
    }

    @Test
    void an_agent_that_comes_back_is_reached_again_and_nothing_is_missed() throws IOException {
        RunId run = launch(1, 0, "until test -e go; do sleep 0.1; done");
        awaitRun(run, now -> now.phase() == Phase.RUNNING);
        AgentAddress before = address();

        server.orElseThrow().close();
        Files.createFile(folder().resolve("go"));
        serve(before);

        assertThat(awaitRun(run, now -> now.phase() == Phase.ENDED).attempts()).hasSize(1);
    }

    @Test
    void an_agent_with_another_key_is_not_talked_to() throws IOException {
        var other = Identity.of(new MusterHome(folder().resolve("o"), folder().resolve("o"))).pin();
        var mistaken = new PairedAgent("box", address(), other, Role.ADMIN, Instant.EPOCH);

        assertThat(whyLost(mistaken))
                .contains("expected the key " + other)
                .contains("found " + Identity.of(home).pin())
                .contains("nothing was sent to it");
    }

    @Test
    void a_revoked_machine_loses_the_agent_and_says_why() throws IOException {
        PairedAgent paired = pair(Role.VIEWER);

        PairedClients.of(home).revoke(Identity.of(client()).pin().text(), Instant.EPOCH);

        assertThat(whyLost(paired)).contains("it was never paired, or that was revoked");
    }

    @Test
    void a_code_that_was_used_pairs_nobody_else() throws IOException {
        PairingCode code = code(Role.ADMIN);
        new AgentPairing(client(), InstantSource.system()).pair(address(), code, "box");
        var other = new MusterHome(folder().resolve("o"), folder().resolve("o"));

        assertThatThrownBy(
                        () ->
                                new AgentPairing(other, InstantSource.system())
                                        .pair(address(), code, "box"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("yours was used")
                .hasMessageContaining("`muster pair` there makes a new code");
    }

    private String whyLost(PairedAgent paired) throws IOException {
        var latest = new AtomicReference<>(new AgentSnapshot("", List.of()));
        try (var session = session(paired)) {
            session.watch(latest::set);
            await().atMost(LONG).until(() -> latest.get().connection() instanceof Connection.Lost);
        }
        return ((Connection.Lost) latest.get().connection()).because();
    }
}
