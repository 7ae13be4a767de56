package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.store.protocol.Dialect;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Limits;
import dev.muster.store.protocol.StoreReply.Changed;
import dev.muster.store.protocol.StoreReply.Changed.Change;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class StoreServerTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Key KEY = Key.of("k");
    private static final Value VALUE = Value.of("v");
    private static final Value OTHER = Value.of("o");

    @Test
    void it_listens_on_loopback_alone_unless_told_otherwise() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            assertThat(server.address().getAddress().getHostAddress()).isEqualTo("127.0.0.1");
            assertThat(server.address().getPort()).isPositive();
        }
    }

    @Test
    void it_listens_on_the_very_address_and_port_it_was_given() {
        var other = InetAddress.ofLiteral("127.0.0.2");
        int port;
        try (var first = StoreServer.open(StoreServerConfig.DEFAULT)) {
            port = first.address().getPort();
        }
        var config = StoreServerConfig.DEFAULT.withAddress(other).withPort(port);

        try (var server = StoreServer.open(config);
                var client = StoreClient.connect(server.address(), SOON);
                var elsewhere = StoreServer.open(StoreServerConfig.DEFAULT.withPort(port))) {
            client.set(KEY, VALUE, SOON);

            assertThat(server.address().getAddress()).isEqualTo(other);
            assertThat(elsewhere.address().getPort()).isEqualTo(port);
            assertThat(client.get(KEY, SOON)).isEqualTo(VALUE);
        }
    }

    @Test
    void a_taken_port_is_refused_with_a_sentence_that_names_it() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            int port = server.address().getPort();

            assertThatThrownBy(() -> StoreServer.open(StoreServerConfig.DEFAULT.withPort(port)))
                    .isInstanceOf(StoreException.class)
                    .hasMessage(
                            "cannot listen on 127.0.0.1:%d: the port is taken by another program"
                                    .formatted(port));
        }
    }

    @Test
    void who_watches_a_key_from_within_is_told_of_its_changes_whoever_makes_them() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT);
                var client = StoreClient.connect(server.address(), SOON)) {
            var told = new CopyOnWriteArrayList<Changed>();
            var watch = server.watch(KEY, told::add);

            client.set(Key.of("other"), VALUE, SOON);
            client.set(KEY, VALUE, SOON);
            client.compareSet(KEY, VALUE, OTHER, SOON);
            client.set(KEY, OTHER, SOON);
            server.deletePrefix(KEY.toString());
            watch.close();
            client.set(KEY, VALUE, SOON);

            assertThat(told)
                    .containsExactly(
                            new Changed(KEY, Change.CREATED, Value.EMPTY, VALUE),
                            new Changed(KEY, Change.REPLACED, VALUE, OTHER),
                            new Changed(KEY, Change.DELETED, OTHER, Value.EMPTY));
        }
    }

    @Test
    void who_watches_a_key_from_within_goes_on_doing_so_in_an_emptied_store() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            var told = new CopyOnWriteArrayList<Changed>();
            server.watch(KEY, told::add);
            server.clear();

            try (var client = StoreClient.connect(server.address(), SOON)) {
                client.set(KEY, VALUE, SOON);
                assertThat(client.get(KEY, SOON)).isEqualTo(VALUE);
            }

            assertThat(told).hasSize(1);
        }
    }

    @Test
    void nobody_else_suffers_when_who_watches_a_key_from_within_fails() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT);
                var client = StoreClient.connect(server.address(), SOON)) {
            server.watch(
                    KEY,
                    _ -> {
                        throw new IllegalStateException("a defect");
                    });

            client.set(KEY, VALUE, SOON);

            assertThat(client.get(KEY, SOON)).isEqualTo(VALUE);
        }
    }

    @Test
    void an_address_of_another_machine_is_refused_as_that() {
        var elsewhere = StoreServerConfig.DEFAULT.withAddress(InetAddress.ofLiteral("192.0.2.1"));

        assertThatThrownBy(() -> StoreServer.open(elsewhere))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "cannot listen on 192.0.2.1:0: no network interface of this machine has"
                                + " that address");
    }

    @Test
    void a_port_is_between_0_and_65535() {
        assertThatThrownBy(() -> StoreServerConfig.DEFAULT.withPort(65_536))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("port: 65536 (expected: 0..65535)");
    }

    @Test
    void names_longer_than_64_KiB_cannot_be_allowed() {
        assertThatThrownBy(() -> new Limits((64 << 10) + 1, 1, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "maxKeyBytes: 65537 (expected: <= 65536, the dialects could not be told"
                                + " apart)");
    }

    @Test
    void its_port_is_free_once_it_is_closed() {
        for (int i = 0; i < 20; i++) {
            var first = StoreServer.open(StoreServerConfig.DEFAULT);
            int port = first.address().getPort();
            first.close();
            try (var second = StoreServer.open(StoreServerConfig.DEFAULT.withPort(port))) {
                assertThat(second.address().getPort()).isEqualTo(port);
            }
        }
    }

    @Test
    void clearing_forgets_every_key_and_goes_on_serving_at_the_same_address() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            try (var before = StoreClient.connect(server.address(), SOON)) {
                before.set(KEY, VALUE, SOON);
                assertThat(before.numKeys(SOON)).isEqualTo(1);
            }

            server.clear();

            try (var after = StoreClient.connect(server.address(), SOON)) {
                assertThat(after.numKeys(SOON)).isZero();
                after.set(KEY, VALUE, SOON);
                assertThat(after.get(KEY, SOON)).isEqualTo(VALUE);
            }
        }
    }

    @Test
    void what_an_attempt_left_can_be_deleted_while_others_are_served() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT);
                var client = StoreClient.connect(server.address(), SOON)) {
            client.add(Key.raw("init/"), 1, SOON);
            client.set(Key.raw("//worker/attempt_0/default_pg/0/k"), VALUE, SOON);
            client.set(Key.raw("//worker/attempt_1/default_pg/0/k"), VALUE, SOON);
            client.numKeys(SOON);

            assertThat(server.deletePrefix("//worker/attempt_0/")).isEqualTo(1);

            assertThat(client.listKeys(SOON))
                    .containsExactlyInAnyOrder(
                            Key.raw("init/"), Key.raw("//worker/attempt_1/default_pg/0/k"));
        }
    }

    @Test
    void clearing_closes_every_connection_also_of_those_who_wait() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT);
                var idle = StoreClient.connect(server.address(), SOON);
                var waiting = StoreClient.connect(server.address(), SOON)) {
            var wait = CompletableFuture.runAsync(() -> waiting.waitFor(List.of(KEY), SOON));

            server.clear();

            assertThatThrownBy(() -> idle.numKeys(SOON)).isInstanceOf(StoreLost.class);
            assertThatThrownBy(wait::join).cause().isInstanceOf(StoreLost.class);
        }
    }

    @Test
    void clearing_leaves_nobody_waiting_at_the_door_with_old_news() throws IOException {
        byte[] set = HexFormat.of().parseHex("0002000000000000002f6b010000000000000076");
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            for (int i = 0; i < 100; i++) {
                try (var dying =
                        new Socket(server.address().getAddress(), server.address().getPort())) {
                    dying.getOutputStream().write(set);
                }
                server.clear();

                try (var after = StoreClient.connect(server.address(), SOON)) {
                    assertThat(after.check(List.of(KEY), SOON)).isFalse();
                }
            }
        }
    }

    @Test
    void it_tells_who_is_connected_and_what_each_waits_for() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT);
                var owner = StoreClient.connect(server.address(), SOON);
                var waiting = StoreClient.connect(server.address(), SOON)) {
            var got = CompletableFuture.supplyAsync(() -> waiting.get(KEY, SOON));
            await().until(() -> server.connections().getLast().openWait().isPresent());

            var views = server.connections();
            owner.set(KEY, VALUE, SOON);

            assertThat(views).hasSize(3); // a wait has a connection to itself
            var first = views.getFirst();
            assertThat(first.peer()).matches("127\\.0\\.0\\.1:\\d+");
            assertThat(first.dialect()).contains(Dialect.C);
            assertThat(first.lastRequest()).contains("Ping");
            assertThat(first.bytesIn()).isEqualTo(10);
            assertThat(first.bytesOut()).isEqualTo(4);
            assertThat(first.openWait()).isEmpty();
            var wait = views.getLast().openWait().orElseThrow();
            assertThat(wait.missing()).containsExactly(KEY);
            assertThat(wait.missingInAll()).isEqualTo(1);
            assertThat(wait.age()).isBetween(Duration.ZERO, SOON);
            assertThat(got).succeedsWithin(SOON).isEqualTo(VALUE);
        }
    }

    @Test
    void who_stands_at_a_barrier_is_shown_as_waiting_for_its_key() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT);
                var first = StoreClient.connect(server.address(), SOON);
                var second = StoreClient.connect(server.address(), SOON)) {
            var arrived = CompletableFuture.runAsync(() -> first.barrier(KEY, 2, SOON));
            await().until(() -> server.connections().getLast().openWait().isPresent());

            var view = server.connections().getLast();
            second.barrier(KEY, 2, SOON);

            assertThat(view.lastRequest()).contains("Barrier");
            assertThat(view.openWait().orElseThrow().missing()).containsExactly(KEY);
            assertThat(arrived).succeedsWithin(SOON);
            assertThat(server.connections())
                    .allSatisfy(after -> assertThat(after.openWait()).isEmpty());
        }
    }

    @Test
    void it_counts_what_it_is_asked_for_by_each_connection_and_over_its_whole_life() {
        var server = StoreServer.open(StoreServerConfig.DEFAULT);
        try (var writer = StoreClient.connect(server.address(), SOON)) {
            writer.set(KEY, VALUE, SOON);
            writer.set(KEY, OTHER, SOON);
            try (var reader = StoreClient.connect(server.address(), SOON)) {
                reader.check(List.of(KEY), SOON);

                assertThat(server.connections().getFirst().operations())
                        .containsExactly(Map.entry("SET", 2L), Map.entry("PING", 1L));
                assertThat(server.connections().getLast().operations())
                        .containsExactly(Map.entry("CHECK", 1L), Map.entry("PING", 1L));
            }
            await().until(() -> server.connections().size() == 1);

            assertThat(server.operations())
                    .containsExactly(
                            Map.entry("SET", 2L), Map.entry("CHECK", 1L), Map.entry("PING", 2L));
        } finally {
            server.close();
        }
        assertThat(server.operations()).containsEntry("SET", 2L).containsEntry("PING", 2L);
    }

    @Test
    void a_request_that_is_served_in_parts_counts_once() {
        List<Key> keys = IntStream.range(0, 1_000).mapToObj(k -> Key.of("k" + k)).toList();
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT);
                var client = StoreClient.connect(server.address(), SOON)) {
            client.multiSet(keys.stream().collect(Collectors.toMap(key -> key, _ -> VALUE)), SOON);
            client.check(keys, SOON);

            assertThat(server.operations())
                    .containsEntry("MULTI_SET", 1L)
                    .containsEntry("CHECK", 1L);
        }
    }

    @Test
    void nobody_is_connected_to_a_closed_one() {
        var server = StoreServer.open(StoreServerConfig.DEFAULT);
        server.close();

        assertThat(server.connections()).isEmpty();
    }

    @Test
    void clearing_works_from_the_moment_it_is_open() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            server.clear();

            try (var client = StoreClient.connect(server.address(), SOON)) {
                assertThat(client.numKeys(SOON)).isZero();
            }
        }
    }

    @Test
    void all_who_wait_are_released_together() {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT);
                var owner = StoreClient.connect(server.address(), SOON);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var waits =
                    IntStream.range(0, 50)
                            .mapToObj(
                                    _ -> CompletableFuture.supplyAsync(() -> join(server), threads))
                            .toList();
            var everybody = Key.of("joined");

            await().until(() -> owner.add(everybody, 0, SOON) == waits.size());
            owner.set(KEY, VALUE, SOON);

            assertThat(waits).allSatisfy(wait -> assertThat(wait.join()).isEqualTo(VALUE));
        }
    }

    @Test
    void its_threads_do_not_keep_the_program_alive_and_end_with_it() {
        var server = StoreServer.open(StoreServerConfig.DEFAULT);
        try (var client = StoreClient.connect(server.address(), SOON)) {
            client.set(KEY, VALUE, SOON);
            assertThat(threads()).isNotEmpty().allMatch(Thread::isDaemon);
        }

        server.close();

        await().untilAsserted(() -> assertThat(threads()).isEmpty());
    }

    private static Value join(StoreServer server) {
        try (var client = StoreClient.connect(server.address(), SOON)) {
            client.add(Key.of("joined"), 1, SOON);
            return client.get(KEY, SOON);
        }
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("(store|globalEvent).*"))
                .toList();
    }
}
