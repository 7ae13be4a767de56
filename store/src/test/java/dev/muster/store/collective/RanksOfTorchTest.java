package dev.muster.store.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.store.PrefixStore;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.StoreTimeout;
import dev.muster.store.TorchRanks;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Ranks of ours and real ranks of PyTorch's meet in one store, ours or PyTorch's. */
@Needs(TestGroup.TORCH)
@Timeout(120)
class RanksOfTorchTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration TRACE = Duration.ofSeconds(1);

    private static TorchRanks torch;

    enum Host {
        OURS,
        TORCH
    }

    private final StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);

    @BeforeAll
    static void start() throws IOException, URISyntaxException {
        torch = TorchRanks.start();
    }

    @AfterAll
    static void end() throws IOException {
        torch.close();
    }

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"OURS, 0", "OURS, 2", "TORCH, 0", "TORCH, 2"})
    void they_pass_one_barrier(Host host, int ourFirst) {
        var store = addressOf(host);
        var theirs = torch.order(orderOf("barrier", store, others(ourFirst), 4, 30));

        var ours =
                RankThreads.run(
                        List.of(ourFirst, ourFirst + 1), rank -> arrive(store, rank, 4, SOON));

        assertThat(ours.values()).containsOnly("passed");
        assertThat(theirs.join().values()).allMatch(how -> how.asString().equals("passed"));
    }

    @ParameterizedTest
    @CsvSource({"OURS, 0", "OURS, 2", "TORCH, 0", "TORCH, 2"})
    void they_exchange_their_data(Host host, int ourFirst) {
        var store = addressOf(host);
        var theirs = torch.order(orderOf("synchronize", store, others(ourFirst), 4, 30));

        var ours = RankThreads.run(List.of(ourFirst, ourFirst + 1), rank -> exchange(store, rank));

        var all = List.of("of 0", "of 1", "of 2", "of 3");
        assertThat(ours.values()).containsOnly(all);
        assertThat(theirs.join().values())
                .allSatisfy(
                        data ->
                                assertThat(data.values().stream().map(JsonNode::asString))
                                        .containsExactlyElementsOf(all));
    }

    @ParameterizedTest
    @CsvSource({"OURS, 0", "OURS, 1", "TORCH, 0", "TORCH, 1"})
    void they_tell_who_is_missing_in_the_same_words(Host host, int ourRank) {
        var store = addressOf(host);
        var theirs = torch.order(orderOf("barrier", store, List.of(1 - ourRank), 4, 2));

        var ours = RankThreads.run(List.of(ourRank), rank -> arrive(store, rank, 4, SHORT));

        var told = new TreeMap<>(ours);
        theirs.join()
                .properties()
                .forEach(it -> told.put(Integer.valueOf(it.getKey()), it.getValue().asString()));
        assertThat(told.get(0))
                .matches(
                        "Timed out waiting on barrier on rank 0, for key prefix: meeting"
                                + " \\(world_size=4,"
                                + " missing_ranks=\\[(Rank 2 host, Rank 3 host|Rank 3 host, Rank 2"
                                + " host)\\], timeout=2\\)");
        assertThat(told.get(1))
                .isEqualTo(
                        "Timed out waiting on barrier on rank 1, for key prefix: meeting"
                                + " (world_size=4, missing_ranks=[[<check rank 0 (Rank 0 host) for"
                                + " missing rank info>]], timeout=2)");
    }

    @ParameterizedTest
    @EnumSource(Host.class)
    void a_missing_rank_0_is_known_to_ours(Host host) {
        var store = addressOf(host);
        var theirs = torch.order(orderOf("barrier", store, List.of(2), 3, 2));

        var ours = RankThreads.run(List.of(1), rank -> arrive(store, rank, 3, SHORT));

        assertThat(ours.get(1)).contains("missing_ranks=[Rank 0 host], timeout=2");
        assertThat(theirs.join().get("2").asString()).startsWith("wait timeout after");
    }

    @ParameterizedTest
    @EnumSource(Host.class)
    void the_same_prefixes_name_the_same_keys(Host host) {
        var address = addressOf(host);
        try (var client = StoreClient.connect(address, SOON)) {
            var part = new PrefixStore("outer", new PrefixStore("inner", client));
            part.set(Key.of("from java"), Value.of("w"), SOON);

            var seen = torch.order(Map.of("do", "prefixed", "port", address.getPort())).join();

            assertThat(seen.toString())
                    .isEqualTo(
                            "[\"w\",[\"from java\",\"from python\"],"
                                    + "[\"inner/outer/from java\",\"inner/outer/from python\"]]");
            assertThat(part.get(Key.of("from python"), SOON)).isEqualTo(Value.of("v"));
            assertThat(part.listKeys(SOON))
                    .containsExactlyInAnyOrder(Key.of("from java"), Key.of("from python"));
        }
    }

    @Test
    void a_stopped_store_costs_a_call_its_time_and_serves_on_when_it_continues()
            throws IOException {
        var key = Key.of("k");
        var brief = Duration.ofMillis(300);
        try (var client = StoreClient.connect(torch.serve(), SOON)) {
            client.add(key, 1, SOON);
            torch.signal("STOP");
            long begin = System.nanoTime();
            try {
                assertThatThrownBy(() -> client.get(key, brief)).isInstanceOf(StoreTimeout.class);
                assertThatThrownBy(() -> client.waitFor(List.of(Key.of("x")), brief))
                        .isInstanceOf(StoreTimeout.class);
                assertThatThrownBy(() -> client.add(key, 1, brief))
                        .isInstanceOf(StoreTimeout.class);
            } finally {
                torch.signal("CONT");
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
            assertThat(client.add(key, 1, SOON)).isEqualTo(3);
            assertThat(client.get(key, SOON)).isEqualTo(Value.of("3"));
        }
    }

    private InetSocketAddress addressOf(Host host) {
        return switch (host) {
            case OURS -> server.address();
            case TORCH -> torch.serve();
        };
    }

    private static List<Integer> others(int ourFirst) {
        return List.of(2 - ourFirst, 3 - ourFirst);
    }

    private static Map<String, Object> orderOf(
            String what,
            InetSocketAddress store,
            List<Integer> ranks,
            int worldSize,
            int timeoutSeconds) {
        return Map.of(
                "do", what,
                "port", store.getPort(),
                "ranks", ranks,
                "world", worldSize,
                "prefix", "meeting",
                "timeout", timeoutSeconds,
                "trace", TRACE.toSeconds());
    }

    private static String arrive(
            InetSocketAddress address, int rank, int worldSize, Duration time) {
        var trace = RankTrace.of(rank).withNames("Rank %d host"::formatted).withAtMost(TRACE);
        try (var store = StoreClient.connect(address, SOON)) {
            new StoreBarrier("meeting", worldSize, Optional.of(trace)).pass(store, time);
            return "passed";
        } catch (StoreTimeout missing) {
            return String.valueOf(missing.getMessage());
        }
    }

    private static List<String> exchange(InetSocketAddress address, int rank) {
        try (var store = StoreClient.connect(address, SOON)) {
            return new StoreExchange("meeting", rank, 4)
                    .synchronize(store, Value.of("of " + rank), SOON).stream()
                            .map(Value::toText)
                            .toList();
        }
    }
}
