package dev.muster.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.client.Answer.Replied;
import dev.muster.store.client.Connections;
import dev.muster.store.client.Connections.Outcome;
import dev.muster.store.client.Connections.Outcome.Connected;
import dev.muster.store.client.Connections.Outcome.NotConnected;
import dev.muster.store.client.Deadline;
import dev.muster.store.client.Destination;
import dev.muster.store.client.Names;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Loss;
import dev.muster.store.protocol.StoreReply.Released;
import dev.muster.store.protocol.StoreRequest.Wait;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;

/** A store whose name has several addresses, with something else behind some of them. */
@Timeout(60)
class ManyAddressesTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration ENOUGH_FOR_SOME_TRIES = Duration.ofSeconds(3);
    private static final InetAddress FIRST = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress SECOND = InetAddress.ofLiteral("127.0.0.2");
    private static final Names BOTH = _ -> List.of(FIRST, SECOND);

    @Test
    void a_service_of_another_kind_is_passed_over() throws IOException {
        try (var web = FakeStore.saying(_ -> "HTTP/1.1".getBytes(StandardCharsets.US_ASCII));
                var _ = storeAtSecond(web)) {
            assertConnects(web);
        }
    }

    @Test
    void one_that_accepts_and_says_nothing_is_passed_over() throws IOException {
        try (var silent = FakeStore.saying(_ -> new byte[0]);
                var _ = storeAtSecond(silent)) {
            assertConnects(silent);
        }
    }

    @Test
    void one_that_hangs_up_is_passed_over() throws IOException {
        try (var shy = FakeStore.treating((in, _) -> FakeStore.skipHello(in));
                var _ = storeAtSecond(shy)) {
            assertConnects(shy);
        }
    }

    @Test
    void the_address_that_answered_most_is_the_one_that_is_told_of() throws IOException {
        try (var web = FakeStore.saying(_ -> "HTTP/1.1".getBytes(StandardCharsets.US_ASCII))) {
            assertThat(open(web.address().getPort(), BOTH, ENOUGH_FOR_SOME_TRIES))
                    .isInstanceOfSatisfying(
                            NotConnected.class,
                            failed ->
                                    assertThat(failed.why().loss()).isEqualTo(Loss.WRONG_SERVICE));
        }
    }

    @Test
    void waits_go_to_the_store_that_was_found_whatever_the_name_means_by_then() {
        var key = Key.of("k");
        Queue<InetAddress> turns = new ArrayDeque<>(List.of(FIRST, SECOND));
        try (var found = StoreServer.open(StoreServerConfig.DEFAULT);
                var _ = storeAt(SECOND, found.address().getPort())) {
            var outcome = open(found.address().getPort(), _ -> List.of(turns.remove()), SOON);

            assertThat(outcome).isInstanceOf(Connected.class);
            if (outcome instanceof Connected(var connections)) {
                try (connections;
                        var client = StoreClient.connect(found.address(), SOON)) {
                    var waiting = connections.ask(new Wait(List.of(key)), Deadline.in(SOON));
                    client.set(key, Value.EMPTY, SOON);

                    assertThat(waiting).succeedsWithin(SOON).isEqualTo(new Replied(new Released()));
                }
            }
        }
    }

    private static StoreServer storeAtSecond(FakeStore first) {
        return storeAt(SECOND, first.address().getPort());
    }

    private static StoreServer storeAt(InetAddress address, int port) {
        return StoreServer.open(StoreServerConfig.DEFAULT.withAddress(address).withPort(port));
    }

    private static void assertConnects(FakeStore first) {
        var outcome = open(first.address().getPort(), BOTH, SOON);

        assertThat(outcome).isInstanceOf(Connected.class);
        if (outcome instanceof Connected(var connections)) connections.close();
    }

    private static Outcome open(int port, Names names, Duration atMost) {
        var address = InetSocketAddress.createUnresolved("store.test", port);
        var destination = new Destination(address, names, new SplittableRandom(1));
        return Connections.open(destination, Deadline.in(atMost)).join();
    }
}
