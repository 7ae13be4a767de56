package dev.muster.agent.rendezvous.c10d;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousBackend;
import dev.muster.agent.rendezvous.RendezvousConfig;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousHandler;
import dev.muster.agent.rendezvous.RendezvousHandlerRegistry;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.RendezvousParameters;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.dynamic.NextRound;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a user gets for {@code --rdzv-backend=c10d}. */
@Timeout(60)
class C10dBackendTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final List<RendezvousNews> news = new CopyOnWriteArrayList<>();

    @Test
    void agents_that_name_this_machine_meet_in_a_store_that_the_first_of_them_serves() {
        int port = freePort();
        try (var first = create("127.0.0.1:" + port, "");
                var second = create("localhost:" + port, "")) {
            var met = List.of(NextRound.of(first), NextRound.of(second));

            assertThat(met.stream().map(CompletableFuture::join))
                    .extracting(RendezvousInfo::worldSize)
                    .containsOnly(2);
        }
        assertThat(news.getFirst().because())
                .isEqualTo(
                        "serving the store on 127.0.0.1, port %d: 127.0.0.1:%d is this machine"
                                .formatted(port, port));
    }

    @Test
    void all_of_ours_hear_of_a_stranger_that_tells_nobody_where_one_of_them_serves_the_store() {
        int port = freePort();
        String config = "keep_alive_interval=300";
        try (var host = create("127.0.0.1:" + port, config, 3);
                var guest = create("127.0.0.1:" + port, config, 3);
                var client = StoreClient.connect(new InetSocketAddress("127.0.0.1", port), SOON)) {
            var met = List.of(NextRound.of(host), NextRound.of(guest));
            var shared = C10dSharedState.open(client, "run", StateDialect.D4, SOON);
            await().atMost(SOON).until(() -> participants(shared).size() == 2);
            await().pollDelay(Duration.ofSeconds(1)).until(() -> true); // both rest by now

            await().atMost(SOON).until(() -> completesWith(shared, new Node("stranger", 7, 0)));

            assertThat(met)
                    .allSatisfy(
                            round -> {
                                assertThat(round).succeedsWithin(SOON);
                                assertThat(round.join().worldSize()).isEqualTo(3);
                            });
        }
    }

    @Test
    void who_was_not_told_to_serve_the_store_joins_what_is_there() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT);
                var _ = create("127.0.0.1:" + server.address().getPort(), "")) {
            assertThat(news.getFirst().because())
                    .contains("is taken for the store")
                    .contains("(process %d)".formatted(ProcessHandle.current().pid()));
        }
    }

    @Test
    void who_was_told_to_serve_the_store_and_cannot_says_who_has_the_port() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            int port = server.address().getPort();

            assertThatExceptionOfType(RendezvousException.Unreachable.class)
                    .isThrownBy(() -> create("127.0.0.1:" + port, "is_host=true"))
                    .withMessageContaining("(process %d)".formatted(ProcessHandle.current().pid()));
        }
    }

    @Test
    void where_nobody_serves_a_store_that_is_said_after_the_read_timeout() {
        assertThatExceptionOfType(RendezvousException.Unreachable.class)
                .isThrownBy(() -> create("127.0.0.1:" + freePort(), "is_host=0,read_timeout=1"))
                .withMessageContaining("no store at 127.0.0.1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    store_type=file   | store_type=file is not supported: leave store_type out and give --rdzv-endpoint=HOST:PORT, where one of the nodes serves the store.
                    store_type=redis  | Invalid store type given. Currently only supports file and tcp.
                    read_timeout=0    | The read timeout must be a positive integer.
                    is_host=perhaps   | The rendezvous configuration option 'is_host' does not represent a valid boolean value.
                    join_timeout=0    | The join timeout (0:00:00) must be positive.
                    """)
    void options_that_make_no_sense_are_refused(String config, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> create("localhost:0", config))
                .withMessage(message);
    }

    private static Set<Node> participants(C10dSharedState shared) {
        return shared.read().map(it -> it.state().participants().keySet()).orElse(Set.of());
    }

    /** As torchrun's agent does whose coming fills the round. */
    private static boolean completesWith(C10dSharedState shared, Node stranger) {
        var before = shared.read().orElseThrow();
        var state = before.state();
        var ranks = new TreeMap<>(state.participants());
        ranks.put(stranger, 0);
        int rank = 0;
        for (var each : ranks.entrySet()) each.setValue(rank++);
        var beats = new TreeMap<>(state.lastHeartbeats());
        beats.put(stranger, Instant.now());
        var complete =
                new RendezvousState(
                        state.round(),
                        true,
                        Optional.empty(),
                        false,
                        ranks,
                        Set.of(),
                        Set.of(),
                        beats);
        return shared.write(complete, Optional.of(before.token())).ours();
    }

    private RendezvousHandler create(String endpoint, String config) {
        return create(endpoint, config, 2);
    }

    private RendezvousHandler create(String endpoint, String config, int nodes) {
        var registry = new RendezvousHandlerRegistry();
        registry.registerAll(ServiceLoader.load(RendezvousBackend.class).iterator(), _ -> {});
        var parameters =
                new RendezvousParameters(
                        "c10d",
                        endpoint,
                        "run",
                        nodes,
                        nodes,
                        Optional.empty(),
                        RendezvousConfig.parse(config));
        return registry.createHandler(parameters, news::add);
    }

    private static int freePort() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            return server.address().getPort();
        }
    }
}
