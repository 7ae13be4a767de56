package dev.muster.agent.rendezvous.c10d;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Many nodes of ours that come at once, on one real store. */
@Timeout(300)
class ManyNodesTest {
    private static final Logger LOG = LoggerFactory.getLogger(ManyNodesTest.class);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    /** A client has a thread and buffers of its own; a thousand of them are no single process's. */
    private static final int NODES_PER_CLIENT = 10;

    @Test
    void a_hundred_nodes_that_come_at_once_meet() {
        assertThat(timeToMeet(100)).isPositive();
    }

    @Tag("proof")
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 10, 20, 50, 100, 200, 500, 1_000})
    void a_thousand_nodes_that_come_at_once_meet_within_ten_seconds(int count) {
        Duration taken = timeToMeet(count);

        LOG.info("{} nodes met in {} ms", count, taken.toMillis());
        assertThat(taken).isLessThan(LONGEST);
    }

    /** From when the first asks until the last has its rank. */
    private static Duration timeToMeet(int count) {
        try (var server = StoreServer.open(StoreServerConfig.DEFAULT)) {
            List<StoreLink> links =
                    IntStream.range(0, (count + NODES_PER_CLIENT - 1) / NODES_PER_CLIENT)
                            .mapToObj(_ -> new StoreLink(server.address()))
                            .toList();
            List<MeetingNode> nodes =
                    IntStream.range(0, count)
                            .mapToObj(
                                    k ->
                                            MeetingNode.at(
                                                    links.get(k % links.size()),
                                                    "n%04d".formatted(k),
                                                    MeetingNode.nodes(count, count)))
                            .toList();
            try {
                long start = System.nanoTime();
                var rounds = nodes.stream().map(MeetingNode::next).toList();
                List<RendezvousInfo> met = rounds.stream().map(CompletableFuture::join).toList();
                Duration taken = Duration.ofNanos(System.nanoTime() - start);

                assertThat(met)
                        .extracting(RendezvousInfo::groupRank)
                        .containsExactlyElementsOf(IntStream.range(0, count).boxed().toList());
                return taken;
            } finally {
                nodes.parallelStream().forEach(MeetingNode::close);
            }
        }
    }
}
