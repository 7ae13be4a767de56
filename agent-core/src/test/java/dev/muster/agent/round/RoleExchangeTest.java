package dev.muster.agent.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.rendezvous.AssignedRanks;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.store.HashStore;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

@Timeout(60)
class RoleExchangeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HashStore store = new HashStore();
    private final RoundStore round = MemoryRounds.of(store, 0);
    private final List<String> told = new CopyOnWriteArrayList<>();

    @Test
    void every_node_gets_its_share_and_rank_0_deals_when_all_have_spoken() {
        var dealing = new CompletableFuture<byte[]>();
        var zero =
                CompletableFuture.supplyAsync(
                        () ->
                                exchange(0)
                                        .exchange(
                                                "ps",
                                                4,
                                                () ->
                                                        dealing.complete(
                                                                round.get(
                                                                        "torchelastic/role_info/1",
                                                                        Duration.ofMillis(1)))));
        assertThat(zero).isNotDone();

        AssignedRanks one = exchange(1).exchange("trainer", 2, () -> {});

        assertThat(one).isEqualTo(new AssignedRanks(4, 6, 0, 2));
        assertThat(zero.join()).isEqualTo(new AssignedRanks(0, 6, 0, 4));
        assertThat(dealing.join())
                .asString(UTF_8)
                .isEqualTo("{\"role\": \"trainer\", \"rank\": 1, \"local_world_size\": 2}");
    }

    @Test
    void a_node_that_says_nothing_is_waited_for_and_then_no_more() {
        var impatient = new RoleExchange(round, 0, 2, Duration.ofSeconds(1), "look", told::add);

        assertThatThrownBy(() -> impatient.exchange("default", 1, () -> {}))
                .isInstanceOf(RendezvousException.TimedOut.class)
                .hasMessage("node 1 did not say what workers it has within 1 s; look");
        assertThat(told).isEmpty();
    }

    @Test
    void whose_ranks_are_not_dealt_says_so_while_it_waits() {
        var share = CompletableFuture.supplyAsync(() -> exchange(1).exchange("x", 1, () -> {}));

        await().atMost(PATIENCE)
                .untilAsserted(
                        () ->
                                assertThat(told)
                                        .singleElement()
                                        .isEqualTo("node 0 dealt no ranks yet; look"));
        round.set("torchelastic/assigned_ranks/1", "[1, 2, 1, 2]".getBytes(UTF_8), PATIENCE);
        assertThat(share.join()).isEqualTo(new AssignedRanks(1, 2, 1, 2));
    }

    @Test
    void a_node_that_says_what_no_node_can_say_ends_it_before_anything_is_dealt() {
        round.set("torchelastic/role_info/1", "{}".getBytes(UTF_8), PATIENCE);

        assertThatThrownBy(() -> exchange(0).exchange("default", 1, () -> {}))
                .isInstanceOf(RendezvousException.CorruptState.class);
        assertThat(store.listKeys(PATIENCE))
                .extracting(Object::toString)
                .noneMatch(key -> key.contains("assigned_ranks"));
    }

    private RoleExchange exchange(int groupRank) {
        return new RoleExchange(round, groupRank, 2, PATIENCE, "look", told::add);
    }

    @Test
    void a_lone_node_exchanges_with_itself() {
        var alone = new RoleExchange(round, 0, 1, PATIENCE, "look", told::add);

        assertThat(List.of(alone.exchange("default", 3, () -> {})))
                .containsExactly(new AssignedRanks(0, 3, 0, 3));
    }
}
