package dev.muster.agent.rendezvous.c10d;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How soon a round closes once its last place is taken; each node has a connection of its own. */
@Tag("proof")
@Timeout(300)
class LastPlaceTest {
    private static final Logger LOG = LoggerFactory.getLogger(LastPlaceTest.class);
    private static final Duration LONGEST = Duration.ofMillis(250);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int REPEATS = 20;

    @ParameterizedTest
    @ValueSource(ints = {2, 8, 32})
    void a_round_closes_within_250_ms_of_the_last_join(int count) {
        closing(count); // loads the classes

        List<Duration> taken =
                IntStream.range(0, REPEATS).mapToObj(_ -> closing(count)).sorted().toList();

        LOG.info(
                "{} nodes: p50 {} ms, max {} ms",
                count,
                taken.get(REPEATS / 2).toMillis(),
                taken.getLast().toMillis());
        assertThat(taken.get(REPEATS / 2)).isLessThan(LONGEST);
    }

    /** From when the last node asks until all have their ranks. */
    private static Duration closing(int count) {
        var settings = MeetingNode.nodes(count, count);
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            List<MeetingNode> nodes =
                    IntStream.range(0, count)
                            .mapToObj(k -> "n%02d".formatted(k))
                            .map(name -> MeetingNode.at(server.address(), name, settings))
                            .toList();
            var last = nodes.getFirst();
            try {
                var early = nodes.stream().skip(1).map(MeetingNode::next).toList();
                awaitJoined(server.address(), count - 1);
                long start = System.nanoTime();
                Stream.concat(early.stream(), Stream.of(last.next()))
                        .forEach(CompletableFuture::join);
                return Duration.ofNanos(System.nanoTime() - start);
            } finally {
                nodes.parallelStream().forEach(MeetingNode::close);
            }
        }
    }

    private static void awaitJoined(InetSocketAddress store, int count) {
        try (var client = StoreClient.connect(store, PATIENCE)) {
            var shared = C10dSharedState.open(client, "run", StateDialect.D4, PATIENCE);
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(
                            () ->
                                    shared.read()
                                            .filter(now -> here(now.state()) == count)
                                            .isPresent());
        }
    }

    private static int here(RendezvousState state) {
        return state.participants().size();
    }
}
