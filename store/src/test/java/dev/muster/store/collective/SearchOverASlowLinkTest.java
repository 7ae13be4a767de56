package dev.muster.store.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.store.SlowLink;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.StoreTimeout;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;
import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What it costs to find out who is missing where every round trip takes 40 ms: one by one it would
 * be five seconds.
 */
@Timeout(60)
@BesideOthers
class SearchOverASlowLinkTest {
    private static final int WORLD_SIZE = 128;
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration TOLERANCE = Duration.ofSeconds(3);
    private static final List<Integer> ODD =
            IntStream.range(0, WORLD_SIZE).filter(rank -> rank % 2 == 1).boxed().toList();

    private final StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);
    private SlowLink link;
    private StoreClient client;

    @BeforeEach
    void connect() throws IOException {
        link = SlowLink.to(server.address(), Duration.ofMillis(20));
        client = StoreClient.connect(link.address(), SOON);
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        link.close();
        server.close();
    }

    @Test
    void every_second_rank_of_an_exchange_is_found_missing_sooner_than_one_by_one() {
        leaveMarks("data", "");

        long begin = System.nanoTime();
        assertThatThrownBy(
                        () ->
                                new StoreExchange("data", 0, WORLD_SIZE)
                                        .synchronize(client, Value.EMPTY, SHORT))
                .isInstanceOfSatisfying(
                        MissingRanks.class, missing -> assertThat(missing.ranks()).isEqualTo(ODD));

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SHORT.plus(TOLERANCE));
    }

    @Test
    void every_second_rank_of_a_barrier_is_found_missing_within_the_trace() {
        leaveMarks("b", "/TRACE");
        var traceTime = Duration.ofSeconds(1);
        var trace = RankTrace.of(0).withAtMost(traceTime);

        long begin = System.nanoTime();
        assertThatThrownBy(
                        () ->
                                new StoreBarrier("b", WORLD_SIZE, Optional.of(trace))
                                        .pass(client, SHORT))
                .isInstanceOfSatisfying(
                        MissingRanks.class, missing -> assertThat(missing.ranks()).isEqualTo(ODD));

        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isLessThan(SHORT.plus(traceTime).plus(TOLERANCE));
    }

    @Test
    void a_search_that_runs_out_of_time_tells_how_many_it_did_not_look_at() throws IOException {
        leaveMarks("data", "");
        try (var slower = SlowLink.to(server.address(), Duration.ofMillis(300));
                var far = StoreClient.connect(slower.address(), SOON)) {
            var forOneLook = new RankMarks(far, "data", "", Duration.ofMillis(900));

            var absent = forOneLook.absent(0, WORLD_SIZE);

            assertThat(absent).isEqualTo(new Absent(List.of(), WORLD_SIZE));
            assertThat(Wording.some(absent, Integer::toString))
                    .isEqualTo("128 not looked at in time");
        }
    }

    @Test
    void a_search_without_time_for_one_look_is_late() {
        var brief = new RankMarks(client, "data", "", Duration.ofMillis(10));

        assertThatThrownBy(() -> brief.absent(0, WORLD_SIZE)).isInstanceOf(StoreTimeout.class);
    }

    @Test
    void who_is_known_to_be_missing_is_named_beside_those_not_looked_at() {
        assertThat(Wording.some(new Absent(List.of(1, 3), 4), Integer::toString))
                .isEqualTo("1, 3; 4 not looked at in time");
    }

    private void leaveMarks(String before, String after) {
        Map<Key, Value> marks = new LinkedHashMap<>();
        for (int rank = 0; rank < WORLD_SIZE; rank += 2) {
            marks.put(Key.of(before + rank + after), Value.EMPTY);
        }
        client.multiSet(marks, SOON);
    }
}
