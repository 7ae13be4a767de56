package dev.muster.agent.rendezvous.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.rendezvous.RendezvousException.Unreachable;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.etcd.EtcdNode.Nodes;
import dev.muster.testing.Needs;
import dev.muster.testing.TestGroup;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** What becomes of a rendezvous when members of a real etcd die or freeze. */
@Needs(TestGroup.ETCD)
class EtcdOutageTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int NODES = 8;
    private static final int ROUNDS = 6;
    private static final Nodes EIGHT = new Nodes(NODES, NODES);
    private static final Nodes TWO = new Nodes(2, 2);
    private static final Nodes ONE_OR_TWO = new Nodes(1, 2);
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final String IMPATIENT =
            ",keep_alive_interval=1,keep_alive_max_attempt=3,heartbeat_timeout=2";

    private static final int KILL_IN = 2;
    private static final List<String> ALL_DONE =
            IntStream.range(0, NODES).mapToObj(rank -> "done" + rank).toList();
    private static final List<Long> COUNTS = LongStream.rangeClosed(1, NODES).boxed().toList();

    @TempDir Path data;

    @Test
    void eight_nodes_go_on_when_the_leader_of_three_members_is_killed() {
        try (var etcd = RunningEtcd.start(data, 3)) {
            var nodes =
                    IntStream.range(0, NODES)
                            .mapToObj(k -> EtcdNode.at(etcd.endpoint(), "run", "n" + k, EIGHT, ""))
                            .toList();
            int leader = etcd.leader();
            Queue<Counted> counted = new ConcurrentLinkedQueue<>();

            var lives =
                    nodes.stream()
                            .map(
                                    node ->
                                            CompletableFuture.runAsync(
                                                    () -> live(node, counted),
                                                    Thread::startVirtualThread))
                            .toList();
            await().until(() -> counted.stream().anyMatch(each -> each.in().round() == KILL_IN));
            etcd.kill(leader);

            lives.forEach(CompletableFuture::join);
            LongStream.range(0, ROUNDS).forEach(round -> assertThatAllWereIn(round, counted));
            nodes.forEach(EtcdNode::close);
        }
    }

    @Test
    @Tag("proof")
    void a_frozen_member_is_passed_over_and_its_watchers_hear_from_another() {
        try (var etcd = RunningEtcd.start(data, 3)) {
            int leader = etcd.leader();
            int frozen = (leader + 1) % 3;
            String frozenFirst = etcd.endpoint(frozen) + "," + etcd.endpoint(leader);
            try (var a = node(frozenFirst, "a", ONE_OR_TWO);
                    var b = node(etcd.endpoint(leader), "b", ONE_OR_TWO)) {
                a.next().join();

                etcd.freeze(frozen);
                var asked = b.next();

                await().until(() -> told(a, RendezvousNews.Waiting.class));
                assertThat(a.next().join().worldSize()).isEqualTo(2);
                assertThat(asked.join().worldSize()).isEqualTo(2);
            }
        }
    }

    @Test
    void a_call_to_an_etcd_that_is_frozen_ends_when_it_was_to() {
        try (var etcd = RunningEtcd.start(data, 1);
                var client = new EtcdClient(etcd.cluster())) {
            client.range(KeyRange.only("key"), PATIENCE);
            etcd.freeze(0);
            long start = System.nanoTime();

            assertThatThrownBy(() -> client.range(KeyRange.only("key"), Duration.ofSeconds(1)))
                    .isInstanceOf(Unreachable.class)
                    .hasMessageMatching("etcd does not answer: http://.* gave no answer in 1.0 s");

            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(990), PATIENCE);
            etcd.thaw(0);
            assertThat(client.range(KeyRange.only("key"), PATIENCE).entries()).isEmpty();
        }
    }

    @Test
    @Tag("proof")
    void nobody_is_lost_because_etcd_was_away_for_longer_than_the_leases_last() {
        try (var etcd = RunningEtcd.start(data, 1);
                var a = node(etcd.endpoint(), "a", TWO);
                var b = node(etcd.endpoint(), "b", TWO)) {
            var asked = a.next();
            b.next().join();
            asked.join();

            etcd.kill(0);
            await().pollDelay(LEASE.plusSeconds(1))
                    .until(() -> told(a, RendezvousNews.Unreachable.class));
            etcd.restart(0);
            await().until(() -> told(a, RendezvousNews.Reachable.class));
            await().until(() -> told(b, RendezvousNews.Reachable.class));

            assertThat(a.heard(RendezvousNews.Lost.class)).isEmpty();
            assertThat(b.heard(RendezvousNews.Lost.class)).isEmpty();
            assertThat(a.heard(RendezvousNews.Rejoin.class)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    @Tag("proof")
    void nobody_is_lost_because_etcd_or_its_leader_was_frozen_for_longer_than_leases_last(
            int members) {
        try (var etcd = RunningEtcd.start(data, members);
                var a = node(etcd.endpoint(), "a", TWO);
                var b = node(etcd.endpoint(), "b", TWO)) {
            var asked = a.next();
            b.next().join();
            RendezvousInfo round = asked.join();

            int leader = etcd.leader();
            etcd.freeze(leader);
            await().pollDelay(LEASE.multipliedBy(2))
                    .until(() -> members > 1 || told(a, RendezvousNews.Unreachable.class));
            etcd.thaw(leader);
            round.store().set("after", new byte[] {1}, PATIENCE);
            await().pollDelay(LEASE.multipliedBy(2)).until(() -> true);

            for (EtcdNode node : List.of(a, b)) {
                assertThat(node.heard(RendezvousNews.Lost.class)).isEmpty();
                assertThat(node.heard(RendezvousNews.Left.class)).isEmpty();
                assertThat(node.heard(RendezvousNews.Rejoin.class)).isEmpty();
                assertThat(node.heard(RendezvousNews.Reachable.class))
                        .hasSameSizeAs(node.heard(RendezvousNews.Unreachable.class).toList());
            }
        }
    }

    @Test
    @Tag("proof")
    void who_dies_while_etcd_is_frozen_is_lost_once_it_answers_again() {
        try (var etcd = RunningEtcd.start(data, 1);
                var a = node(etcd.endpoint(), "a", TWO)) {
            var asked = a.next();
            try (var b = node(etcd.endpoint(), "b", TWO)) {
                b.next().join();
                asked.join();
                etcd.freeze(0);
            }
            await().pollDelay(LEASE.multipliedBy(2))
                    .until(() -> told(a, RendezvousNews.Unreachable.class));

            etcd.thaw(0);

            await().atMost(PATIENCE).until(() -> told(a, RendezvousNews.Lost.class));
            assertThat(told(a, RendezvousNews.Rejoin.class)).isTrue();
        }
    }

    @Test
    @Tag("proof")
    void members_without_a_majority_say_that_they_have_no_leader() {
        try (var etcd = RunningEtcd.start(data, 3)) {
            etcd.kill(0);
            etcd.kill(1);

            try (var client = new EtcdClient(etcd.cluster(2))) {
                await().untilAsserted(
                                () ->
                                        assertThatThrownBy(
                                                        () ->
                                                                client.range(
                                                                        KeyRange.only("key"),
                                                                        Duration.ofSeconds(1)))
                                                .isInstanceOf(Unreachable.class)
                                                .hasMessageContaining("no leader"));
            }
        }
    }

    /** A node's place in a round, and what it got when it counted itself there. */
    private record Counted(RendezvousInfo in, long sum) {}

    /** Round after round, each of which ends when all have counted themselves in it. */
    private static void live(EtcdNode node, Queue<Counted> counted) {
        for (int k = 0; k < ROUNDS; k++) {
            var in = node.next().join();
            counted.add(new Counted(in, in.store().add("here", 1, PATIENCE)));
            in.store().set("done" + in.groupRank(), new byte[0], PATIENCE);
            in.store().multiGet(ALL_DONE, PATIENCE);
        }
    }

    private static void assertThatAllWereIn(long round, Queue<Counted> counted) {
        var there = counted.stream().filter(each -> each.in().round() == round).toList();
        assertThat(there).extracting(Counted::sum).containsExactlyInAnyOrderElementsOf(COUNTS);
        assertThat(there).extracting(each -> each.in().groupRank()).doesNotHaveDuplicates();
        assertThat(there)
                .extracting(each -> each.in().nodes())
                .containsOnly(there.getFirst().in().nodes());
    }

    private static boolean told(EtcdNode node, Class<? extends RendezvousNews> news) {
        return node.heard(news).findAny().isPresent();
    }

    private static EtcdNode node(String endpoint, String address, Nodes nodes) {
        return EtcdNode.at(endpoint, "run", address, nodes, IMPATIENT);
    }
}
