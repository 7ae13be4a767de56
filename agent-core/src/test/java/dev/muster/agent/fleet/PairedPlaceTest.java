package dev.muster.agent.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.Agent;
import dev.muster.agent.control.ControlServer;
import dev.muster.agent.control.TcpAccess;
import dev.muster.agent.control.api.AgentFacts;
import dev.muster.agent.home.AgentSocket;
import dev.muster.agent.home.MusterHome;
import dev.muster.agent.pairing.AgentAddress;
import dev.muster.agent.pairing.PairingCode;
import dev.muster.agent.pairing.Role;
import dev.muster.agent.session.AgentPlace;
import dev.muster.agent.session.Connection;
import dev.muster.agent.session.PairingCodes;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An agent that listens is attached by its code, and again without one. */
class PairedPlaceTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir private Path folder;
    private final Fleet fleet = new Fleet("This computer", InstantSource.system());
    private final List<List<String>> remembered = new ArrayList<>();
    private Agent agent;
    private ControlServer server;
    private Attachments attachments;

    @BeforeEach
    void open() throws IOException {
        Map<String, String> there = at("there");
        MusterHome home = MusterHome.of(there);
        agent = Agent.open(home, there);
        server =
                ControlServer.open(
                        agent,
                        AgentFacts.Kind.AGENT,
                        home,
                        there,
                        Optional.of(TcpAccess.of(new AgentAddress("127.0.0.1", 0), true, home)));
        attachments = new Attachments(fleet, at("here"), "the test", InstantSource.system());
        attachments.onMachines(remembered::add);
    }

    @AfterEach
    void close() {
        fleet.close();
        agent.close();
        server.close();
    }

    private Map<String, String> at(String where) {
        String home = folder.resolve(where).toString();
        return Map.of("MUSTER_HOME", home, "HOME", home, "PATH", "/usr/bin:/bin");
    }

    @Test
    void an_agent_is_attached_by_its_code_and_says_what_we_may_do_there() throws IOException {
        PlaceId id = attachments.pair(address(), code(Role.VIEWER)).toCompletableFuture().join();

        await().atMost(LONG)
                .until(() -> fleet.snapshot().place(id).filter(this::isReached).isPresent());
        PlaceSnapshot place = fleet.snapshot().place(id).orElseThrow();
        assertThat(place.kind()).isEqualTo(FleetPlace.Kind.REMOTE);
        assertThat(place.title()).isEqualTo("127.0.0.1 (paired, viewer)");
        assertThat(place.role()).isEqualTo(Role.VIEWER);
        assertThat(remembered).containsExactly(List.of("tcp://" + address()));
    }

    private boolean isReached(PlaceSnapshot place) {
        return place.heard() && place.now().connection() instanceof Connection.Connected;
    }

    @Test
    void one_that_was_paired_before_is_attached_without_a_code() throws IOException {
        PlaceId id = attachments.pair(address(), code(Role.ADMIN)).toCompletableFuture().join();
        attachments.detach(id);
        await().atMost(LONG).until(() -> fleet.session(id).isEmpty());

        PlaceId again = attachments.attach("tcp://" + address());

        assertThat(again).isEqualTo(id);
        assertThat(attachments.paired()).hasSize(1);
        assertThat(remembered.getLast()).containsExactly("tcp://" + address());
    }

    @Test
    void a_wrong_code_attaches_nothing_and_is_told_in_a_sentence() throws IOException {
        code(Role.ADMIN);
        var wrong = new PairingCode("0".repeat(32));

        assertThatThrownBy(() -> attachments.pair(address(), wrong).toCompletableFuture().join())
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining("code");
        assertThat(fleet.snapshot().places()).isEmpty();
    }

    @Test
    void an_address_without_an_agent_and_one_that_was_never_paired_say_so() {
        var nobody = new AgentAddress("127.0.0.1", 1);
        var code = new PairingCode("0".repeat(32));

        assertThatThrownBy(() -> attachments.pair(nobody, code).toCompletableFuture().join())
                .hasMessageContaining("the agent at 127.0.0.1:1 is not reached");
        assertThatThrownBy(() -> attachments.attach("tcp://127.0.0.1:1"))
                .hasMessageContaining("not paired with tcp://127.0.0.1:1");
    }

    private AgentAddress address() {
        return server.tcp().orElseThrow();
    }

    private PairingCode code(Role role) throws IOException {
        return PairingCodes.make(
                        () ->
                                List.of(
                                        AgentPlace.here(
                                                AgentSocket.at(server.socket()).orElseThrow())),
                        role)
                .code();
    }
}
