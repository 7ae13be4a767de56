package dev.muster.agent.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.rendezvous.AssignedRanks;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RoleInstanceInfo;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.store.HashStore;
import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

@Timeout(60)
@BesideOthers
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

    @Test
    void whom_node_0_did_not_reckon_with_hears_so_when_the_others_have_their_ranks() {
        var left = CompletableFuture.supplyAsync(() -> exchangeOf(3, 2).exchange("x", 1, () -> {}));

        round.set("torchelastic/assigned_ranks/0", "[0, 2, 0, 2]".getBytes(UTF_8), PATIENCE);

        assertThat(left)
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .havingRootCause()
                .isInstanceOf(RendezvousException.CorruptState.class)
                .withMessage(
                        "--nnodes is 3 on this node, node 2, and node 0 dealt ranks to another"
                                + " number of nodes; it must be the same on all");
    }

    @Test
    void a_share_that_was_dealt_before_all_had_spoken_is_not_one_of_all() {
        var one = exchangeOf(3, 1);
        round.set("torchelastic/assigned_ranks/1", "[1, 2, 1, 2]".getBytes(UTF_8), PATIENCE);
        speak(0, 1);
        AssignedRanks share = one.exchange("x", 1, () -> {});

        assertThatThrownBy(() -> one.requireShareOfAll(share))
                .isInstanceOf(RendezvousException.CorruptState.class)
                .hasMessageContaining("node 0 dealt ranks to another number of nodes");
    }

    @Test
    void a_share_in_fewer_workers_than_all_have_is_not_one_of_all() {
        var one = exchangeOf(3, 1);
        round.set("torchelastic/assigned_ranks/1", "[1, 2, 1, 2]".getBytes(UTF_8), PATIENCE);
        speak(0, 1);
        speak(2, 1);
        AssignedRanks share = one.exchange("x", 1, () -> {});

        assertThatThrownBy(() -> one.requireShareOfAll(share))
                .isInstanceOf(RendezvousException.CorruptState.class);
        one.requireShareOfAll(new AssignedRanks(1, 3, 1, 3));
    }

    private void speak(int node, int workers) {
        var info = new RoleInstanceInfo("x", node, workers);
        round.set(RoleExchange.roleInfoKey(node), RankJson.write(info), PATIENCE);
    }

    private RoleExchange exchangeOf(int groupWorldSize, int groupRank) {
        return new RoleExchange(round, groupRank, groupWorldSize, PATIENCE, "look", told::add);
    }

    private RoleExchange exchange(int groupRank) {
        return exchangeOf(2, groupRank);
    }

    @Test
    void a_lone_node_exchanges_with_itself() {
        var alone = new RoleExchange(round, 0, 1, PATIENCE, "look", told::add);

        assertThat(List.of(alone.exchange("default", 3, () -> {})))
                .containsExactly(new AssignedRanks(0, 3, 0, 3));
    }
}
