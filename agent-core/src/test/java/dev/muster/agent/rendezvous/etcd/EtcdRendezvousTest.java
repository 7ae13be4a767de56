package dev.muster.agent.rendezvous.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousException.Closed;
import dev.muster.agent.rendezvous.RendezvousException.CorruptState;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.etcd.EtcdNode.Nodes;
import dev.muster.store.protocol.Bytes;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Nodes of ours that meet in a real etcd of one member. */
@Needs(TestGroup.ETCD)
class EtcdRendezvousTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Nodes ONE = new Nodes(1, 1);
    private static final Nodes TWO = new Nodes(2, 2);
    private static final Nodes ONE_OR_TWO = new Nodes(1, 2);

    /** A node that is silent for four seconds is lost. */
    private static final String SHORT_LEASES = ",keep_alive_interval=1,keep_alive_max_attempt=4";

    @TempDir static Path data;
    private static RunningEtcd etcd;

    private final List<AutoCloseable> open = new ArrayList<>();
    private EtcdClient client;
    private String run;
    private RunKeys keys;

    @BeforeAll
    static void start() {
        etcd = RunningEtcd.start(data, 1);
    }

    @AfterAll
    static void stop() {
        etcd.close();
    }

    @BeforeEach
    void look(TestInfo test) {
        client = new EtcdClient(etcd.cluster());
        open.add(client);
        run = test.getTestMethod().orElseThrow().getName();
        keys = RunKeys.of(run);
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) each.close();
    }

    @Test
    void two_nodes_get_ranks_and_a_store_of_their_own() {
        var a = node("a", TWO, "");
        var b = node("b", TWO, "");
        var askedA = a.next();
        var askedB = b.next();

        var first = askedA.join();
        var second = askedB.join();

        assertThat(first.groupRank()).isZero();
        assertThat(second.groupRank()).isOne();
        assertThat(first.nodes()).isEqualTo(second.nodes());
        assertThat(first.nodes()).extracting(Node::address).containsExactly("a", "b");
        first.store().set("greeting", new byte[] {1, 2}, PATIENCE);
        assertThat(second.store().get("greeting", PATIENCE)).containsExactly(1, 2);
    }

    @Test
    void who_waits_where_another_run_id_waits_too_is_told_of_it() {
        var a = node("a", TWO, "");
        var _ = a.next();
        var b = EtcdNode.at(etcd.endpoint(), "a/b%c", "b", TWO, "");
        open.add(b);
        var _ = b.next();

        await().atMost(PATIENCE)
                .untilAsserted(
                        () ->
                                assertThat(a.heard(RendezvousNews.Noticed.class))
                                        .extracting(RendezvousNews::because)
                                        .singleElement()
                                        .asString()
                                        .contains("'a/b%c' (1 node)", "is --rdzv-id the same"));
    }

    @Test
    void nothing_is_written_while_nothing_happens() {
        var a = node("a", TWO, SHORT_LEASES);
        var b = node("b", TWO, SHORT_LEASES);
        var asked = a.next();
        b.next().join();
        asked.join();
        List<Entry> before = everything();

        await().pollDelay(Duration.ofSeconds(5)).until(() -> true); // longer than a lease

        assertThat(everything()).isEqualTo(before);
        assertThat(a.heard(RendezvousNews.Lost.class)).isEmpty();
        assertThat(b.heard(RendezvousNews.Lost.class)).isEmpty();
    }

    @Test
    void a_node_whose_lease_ends_is_lost_and_the_others_start_anew() {
        var a = node("a", ONE_OR_TWO, SHORT_LEASES);
        var b = node("b", ONE_OR_TWO, SHORT_LEASES);
        var asked = a.next();
        b.next().join();
        asked.join();

        b.close();

        await().untilAsserted(() -> assertThat(a.heard(RendezvousNews.Rejoin.class)).isNotEmpty());
        assertThat(a.heard(RendezvousNews.Lost.class))
                .singleElement()
                .satisfies(lost -> assertThat(lost.node().address()).isEqualTo("b"))
                .satisfies(
                        lost ->
                                assertThat(lost.silentFor())
                                        .isGreaterThanOrEqualTo(Duration.ofSeconds(4)));
        var next = a.next().join();
        assertThat(next.round()).isOne();
        assertThat(next.nodes()).extracting(Node::address).containsExactly("a");
    }

    @Test
    void a_node_that_leaves_is_not_lost() {
        var a = node("a", ONE_OR_TWO, "");
        var b = node("b", ONE_OR_TWO, "");
        var asked = a.next();
        b.next().join();
        asked.join();

        b.handler.leave();
        b.close();

        await().untilAsserted(() -> assertThat(a.heard(RendezvousNews.Left.class)).hasSize(1));
        assertThat(a.heard(RendezvousNews.Lost.class)).isEmpty();
    }

    @Test
    void who_comes_later_is_told_to_the_others_and_gets_into_the_next_round() {
        var a = node("a", ONE_OR_TWO, "");
        a.next().join();
        var b = node("b", ONE_OR_TWO, "");
        var asked = b.next();

        await().untilAsserted(() -> assertThat(a.heard(RendezvousNews.Waiting.class)).isNotEmpty());
        var again = a.next().join();

        assertThat(again.worldSize()).isEqualTo(2);
        assertThat(asked.join().round()).isEqualTo(again.round());
    }

    @Test
    void a_closed_run_id_stays_closed_until_etcd_forgets_it() {
        var a = node("a", ONE, "");
        a.next().join();

        a.handler.shutdown();

        var late = node("late", ONE, "");
        assertThatThrownBy(() -> late.handler.nextRendezvous())
                .isInstanceOf(Closed.class)
                .hasMessageContaining("begin with 'torch.rendezvous." + run + "'");
        long lease = state().lease();
        try (var gateway = new EtcdGateway(etcd.cluster())) {
            var question = EtcdJson.object().put("ID", lease);
            var life = gateway.ask("/v3/lease/timetolive", question, PATIENCE);
            assertThat(EtcdJson.number(life, "TTL"))
                    .isBetween(1L, EtcdSharedState.REMEMBERED.toSeconds());
        }
    }

    @Test
    void a_round_that_is_long_over_leaves_no_keys() {
        var a = node("a", ONE, "");
        var store = a.next().join().store();
        store.set("key", new byte[1], PATIENCE);
        store.add("n", 1, PATIENCE);

        a.next().join();
        a.next().join();

        assertThat(client.range(keys.roundsBefore(1), PATIENCE).entries()).isEmpty();
        assertThat(client.range(keys.roundsBefore(3), PATIENCE).entries()).isNotEmpty();
    }

    @Test
    void a_state_that_makes_no_sense_is_refused_and_left_as_it_is() {
        var strange = Bytes.utf8("{\"version\":2}");
        var put = new Operation.Put(keys.state(), strange, 0);
        client.transact(new Transaction(List.of(), List.of(put), List.of()), PATIENCE);
        var a = node("a", ONE_OR_TWO, "");

        assertThatThrownBy(() -> a.handler.nextRendezvous())
                .isInstanceOf(CorruptState.class)
                .hasMessageContaining("its version is 2 (expected: 1)");
        assertThat(state().value()).isEqualTo(strange);
    }

    @Test
    void who_was_told_other_numbers_is_named() {
        var a = node("a", ONE_OR_TWO, "");
        var b = node("b", new Nodes(1, 3), "");
        var asked = a.next();
        b.next().join();
        asked.join();

        await().untilAsserted(
                        () ->
                                assertThat(a.heard(RendezvousNews.Noticed.class))
                                        .anySatisfy(
                                                notice ->
                                                        assertThat(notice.because())
                                                                .contains("1:3", "1:2")));
    }

    @Test
    void a_job_is_scaled_for_those_who_are_here_and_for_those_who_come() {
        var a = node("a", ONE, "");
        a.next().join();

        assertThat(a.handler.scale(1, 2, "somebody")).isEmpty();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(a.heard(RendezvousNews.Scaled.class)).hasSize(1));
        var late = node("late", ONE, "");
        var asked = late.next();
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(a.heard(RendezvousNews.Waiting.class)).isNotEmpty());
        a.next().join();

        assertThat(asked.join().worldSize()).isEqualTo(2);
        assertThat(late.heard(RendezvousNews.Scaled.class)).hasSize(1);
        assertThat(late.heard(RendezvousNews.Noticed.class)).isEmpty();
    }

    private Entry state() {
        return client.range(KeyRange.only(keys.state()), PATIENCE).get(keys.state()).orElseThrow();
    }

    /** All keys of the run, and when each was written. */
    private List<Entry> everything() {
        return client.range(KeyRange.under(keys.folder()), PATIENCE).entries();
    }

    private EtcdNode node(String address, Nodes nodes, String config) {
        var node = EtcdNode.at(etcd.endpoint(), run, address, nodes, config);
        open.add(node);
        return node;
    }
}
