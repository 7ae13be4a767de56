package dev.muster.agent.rendezvous.c10d;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.c10d.C10dSharedState.Shared;
import dev.muster.agent.rendezvous.c10d.C10dSharedState.Token;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;

/** One rendezvous, kept by PyTorch's own backend and by ours, on the store of either. */
@Needs(TestGroup.TORCH)
@Timeout(120)
class SharedWithPythonTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final RendezvousState OURS =
            RecordedStates.meaning("torch-2.13/04_complete_with_redundant");

    private static PythonPeer python;

    @BeforeAll
    static void start() throws IOException, URISyntaxException {
        python = PythonPeer.start();
    }

    @AfterAll
    static void end() throws IOException {
        python.close();
    }

    @Test
    void both_read_what_the_other_wrote_on_our_store() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            bothReadWhatTheOtherWrote(server.address());
        }
    }

    @Test
    void both_read_what_the_other_wrote_on_pytorchs_store() {
        bothReadWhatTheOtherWrote(python.serve());
    }

    @Test
    void whoever_writes_first_wins_on_our_store() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            whoeverWritesFirstWins(server.address());
        }
    }

    @Test
    void whoever_writes_first_wins_on_pytorchs_store() {
        whoeverWritesFirstWins(python.serve());
    }

    private static void bothReadWhatTheOtherWrote(InetSocketAddress store) {
        try (var client = StoreClient.connect(store, SOON)) {
            python.join(store, "one");
            var shared = C10dSharedState.open(client, "one", StateDialect.D2, SOON);
            assertThat(shared.read()).isEmpty();
            assertThat(python.read()).isEmpty();

            assertThat(python.write(7, "python")).isTrue();
            var theirs = shared.read();
            var written = shared.write(OURS, theirs.map(Shared::token));

            var node = new Node("python", 77, 0);
            assertThat(theirs.orElseThrow().state().round()).isEqualTo(7);
            assertThat(theirs.orElseThrow().state().participants()).containsOnlyKeys(node);
            assertThat(theirs.map(Shared::token).map(Token::dialect)).contains(StateDialect.D4);
            assertThat(written.ours()).isTrue();
            assertThat(python.read()).contains(PythonPeer.words(OURS, StateDialect.D4));
        }
    }

    private static void whoeverWritesFirstWins(InetSocketAddress store) {
        try (var client = StoreClient.connect(store, SOON)) {
            var shared = C10dSharedState.open(client, "two", StateDialect.D4, SOON);
            python.join(store, "two");

            var written = shared.write(OURS, Optional.empty());
            boolean tooLate = python.write(1, "python");
            python.read();
            boolean inTime = python.write(2, "python");
            var lost = shared.write(OURS, written.now().map(Shared::token));

            assertThat(written.ours()).isTrue();
            assertThat(tooLate).isFalse();
            assertThat(inTime).isTrue();
            assertThat(lost.ours()).isFalse();
            assertThat(lost.now().orElseThrow().state().round()).isEqualTo(2);
        }
    }
}
