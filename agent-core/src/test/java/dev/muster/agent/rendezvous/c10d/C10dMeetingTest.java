package dev.muster.agent.rendezvous.c10d;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.store.StoreClient;
import dev.muster.store.StoreServer;
import dev.muster.store.StoreServerConfig;
import dev.muster.store.protocol.Key;
import dev.muster.store.protocol.Value;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Nodes of ours on a real store. */
@Timeout(120)
class C10dMeetingTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Key STATE = Key.of("torch.rendezvous.run");

    private StoreServer server = StoreServer.open(StoreServerConfig.DEFAULT);
    private final List<MeetingNode> nodes = new ArrayList<>();

    @AfterEach
    void end() {
        nodes.forEach(MeetingNode::close);
        server.close();
    }

    @Test
    void two_nodes_meet_and_agree_on_who_is_who() {
        var a = node("a", 2, 2);
        var b = node("b", 2, 2);

        List<RendezvousInfo> met = meet(a, b);

        assertThat(met).extracting(RendezvousInfo::groupRank).containsExactly(0, 1);
        assertThat(met).extracting(RendezvousInfo::worldSize).containsOnly(2);
        assertThat(met).extracting(RendezvousInfo::nodes).containsOnly(List.of(a.name, b.name));
    }

    @Test
    void what_one_writes_into_a_round_the_other_reads_there_and_only_there() {
        List<RendezvousInfo> met = meet(node("a", 2, 2), node("b", 2, 2));

        met.getFirst().store().set("key", new byte[] {7}, SOON);

        assertThat(met.getLast().store().get("key", SOON)).containsExactly(7);
        assertThat(client().check(List.of(Key.of("torch.rendezvous.run.0/key")), SOON)).isTrue();
    }

    @Test
    void five_nodes_start_with_those_who_are_here_when_last_call_is_over() {
        List<RendezvousInfo> met =
                meet(
                        node("e", 2, 9),
                        node("d", 2, 9),
                        node("c", 2, 9),
                        node("b", 2, 9),
                        node("a", 2, 9));

        assertThat(met).extracting(RendezvousInfo::groupRank).containsExactly(4, 3, 2, 1, 0);
    }

    @Test
    void who_comes_late_makes_everybody_meet_again() {
        var a = node("a", 1, 2);
        meet(a);
        var b = node("b", 1, 2);

        var later = b.next();
        await().atMost(SOON).until(() -> a.handler.numNodesWaiting() == 1);
        var again = a.next();

        assertThat(later.join().round()).isEqualTo(1);
        assertThat(later.join().worldSize()).isEqualTo(2);
        assertThat(again.join().nodes()).containsExactly(a.name, b.name);
    }

    @Test
    void a_spare_takes_the_place_of_whoever_leaves() {
        var a = node("a", 2, 2);
        var b = node("b", 2, 2);
        meet(a, b);
        var spare = node("spare", 2, 2);

        var promoted = spare.next();
        awaitState(state -> state.redundancyList().contains(spare.name));
        b.handler.leave();
        await().atMost(SOON).until(() -> a.heard(RendezvousNews.Rejoin.class).count() == 1);
        var again = a.next();

        assertThat(promoted.join().nodes()).containsExactly(a.name, spare.name);
        assertThat(again.join().round()).isEqualTo(1);
        assertThat(a.handler.isClosed()).isFalse();
    }

    @Test
    void a_spare_that_is_not_needed_leaves_without_a_failure() {
        var a = node("a", 1, 1);
        meet(a);
        var spare = node("spare", 1, 1);
        var never = spare.next();
        awaitState(state -> state.redundancyList().contains(spare.name));

        a.handler.setClosed();

        assertThat(never)
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(RendezvousException.GracefulExit.class);
    }

    @Test
    void a_closed_run_id_says_so_and_how_to_go_on() {
        var a = node("a", 1, 1);
        meet(a);

        assertThat(a.handler.shutdown()).isTrue();

        assertThatExceptionOfType(RendezvousException.Closed.class)
                .isThrownBy(() -> node("b", 1, 1).handler.nextRendezvous())
                .withMessageContaining("another run id");
    }

    @Test
    void who_waits_where_another_run_id_waits_too_is_told_of_it() {
        var a = node("a", 2, 2);
        var _ = a.next();
        var b = MeetingNode.at(server.address(), "b", MeetingNode.nodes("other", 2, 2));
        nodes.add(b);
        var _ = b.next();

        await().atMost(SOON)
                .untilAsserted(
                        () -> {
                            assertThat(a.heard(RendezvousNews.Noticed.class))
                                    .extracting(RendezvousNews::because)
                                    .containsExactly(
                                            "nodes of other run ids meet in the same place: 'other'"
                                                    + " (1 node); is --rdzv-id the same on all"
                                                    + " nodes?");
                            assertThat(b.heard(RendezvousNews.Noticed.class)).hasSize(1);
                        });
    }

    @Test
    void other_run_ids_that_are_over_or_make_no_sense_are_not_spoken_of() {
        var over = MeetingNode.at(server.address(), "c", MeetingNode.nodes("over", 1, 1));
        nodes.add(over);
        meet(over);
        assertThat(over.handler.shutdown()).isTrue();
        client().set(Key.of("torch.rendezvous.odd"), Value.of("not base64"), SOON);

        assertThat(new OtherRuns(client(), SOON).beside("run")).isEmpty();
    }

    @Test
    void a_state_that_makes_no_sense_is_refused_and_never_written_over() {
        client().set(STATE, Value.of("not base64"), SOON);

        assertThatExceptionOfType(RendezvousException.CorruptState.class)
                .isThrownBy(() -> node("a", 1, 1).handler.nextRendezvous())
                .withMessageContaining("left as it is");

        assertThat(client().get(STATE, SOON)).isEqualTo(Value.of("not base64"));
    }

    @Test
    void a_state_that_turns_bad_in_a_round_is_told_and_never_written_over() {
        var a = node("a", 1, 1);
        meet(a);

        client().set(STATE, Value.of("not base64"), SOON);

        await().atMost(SOON).until(() -> a.heard(RendezvousNews.Unreachable.class).count() == 1);
        assertThat(client().get(STATE, SOON)).isEqualTo(Value.of("not base64"));
    }

    @Test
    void nodes_in_a_round_outlive_their_store_and_go_on_with_a_new_one() {
        var a = node("a", 2, 2);
        var b = node("b", 2, 2);
        meet(a, b);
        int port = server.address().getPort();

        server.close();
        await().atMost(SOON).until(() -> a.heard(RendezvousNews.Unreachable.class).count() == 1);
        server = StoreServer.open(StoreServerConfig.DEFAULT.withPort(port));
        awaitState(state -> state.participants().keySet().equals(Set.of(a.name, b.name)));
        await().atMost(SOON).until(() -> a.heard(RendezvousNews.Reachable.class).count() == 1);
        await().atMost(SOON).until(() -> b.heard(RendezvousNews.Reachable.class).count() == 1);
        List<RendezvousInfo> again = meet(a, b);

        assertThat(a.heard(RendezvousNews.Rejoin.class)).isEmpty();
        assertThat(again).extracting(RendezvousInfo::groupRank).containsExactly(0, 1);
        assertThat(again).extracting(RendezvousInfo::round).containsOnly(1L);
    }

    @Test
    void who_waits_for_others_goes_on_waiting_when_the_store_comes_back() {
        var a = node("a", 2, 2);
        var early = a.next();
        awaitState(state -> state.participants().containsKey(a.name));
        int port = server.address().getPort();

        server.close();
        await().atMost(SOON).until(() -> a.heard(RendezvousNews.Unreachable.class).count() == 1);
        server = StoreServer.open(StoreServerConfig.DEFAULT.withPort(port));
        var late = node("b", 2, 2).next();

        assertThat(early.join().worldSize()).isEqualTo(2);
        assertThat(late.join().nodes()).isEqualTo(early.join().nodes());
    }

    @Test
    void a_store_that_stays_away_ends_the_wait_with_why() {
        var settings = MeetingNode.nodes(2, 2, Duration.ofSeconds(1), Duration.ofSeconds(1));
        var a = MeetingNode.at(server.address(), "a", settings);
        nodes.add(a);
        var never = a.next();
        awaitState(state -> state.participants().containsKey(a.name));

        server.close();

        assertThat(never)
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(RendezvousException.Unreachable.class)
                .withMessageContaining("The rendezvous 'run' cannot be reached");
    }

    @Test
    void the_dialect_that_is_read_is_the_one_that_is_written() {
        var first =
                MeetingNode.at(
                        server.address(),
                        "old",
                        MeetingNode.nodes(2, 2),
                        StateDialect.D1,
                        UnaryOperator.identity());
        nodes.add(first);
        var early = first.next();
        awaitState(state -> state.participants().containsKey(first.name));

        var late = node("new", 2, 2).next();

        assertThat(early.join().nodes()).isEqualTo(late.join().nodes());
        assertThat(
                        new StateCodec(PickleLimits.DEFAULT)
                                .decode(client().get(STATE, SOON), StateDialect.D4))
                .hasValueSatisfying(
                        there -> assertThat(there.dialect()).isEqualTo(StateDialect.D1));
    }

    @Test
    void where_spares_are_unknown_a_node_too_many_keeps_off_every_list_until_there_is_a_place() {
        var old =
                MeetingNode.at(
                        server.address(),
                        "old",
                        MeetingNode.nodes(1, 1),
                        StateDialect.D1,
                        UnaryOperator.identity());
        nodes.add(old);
        meet(old);
        var surplus = node("surplus", 1, 1);

        var later = surplus.next();
        await().atMost(SOON)
                .until(
                        () ->
                                surplus.heard(RendezvousNews.Seen.class)
                                        .anyMatch(seen -> seen.because().contains("no spares")));
        old.handler.leave();

        assertThat(later.join().round()).isEqualTo(1);
    }

    @Test
    void nodes_that_were_told_different_numbers_say_so() {
        var a = node("a", 2, 2);
        var b = node("b", 2, 4);

        meet(a, b);

        await().atMost(SOON)
                .until(
                        () ->
                                Stream.of(a, b)
                                        .flatMap(each -> each.heard(RendezvousNews.Noticed.class))
                                        .anyMatch(
                                                notice ->
                                                        notice.because().contains("2:2")
                                                                && notice.because()
                                                                        .contains("2:4")));
    }

    @Test
    void a_job_that_is_scaled_down_keeps_a_spare_and_takes_it_back_when_scaled_up() {
        var three = List.of(node("a", 1, 3), node("b", 1, 3), node("c", 1, 3));
        meet(three.toArray(MeetingNode[]::new));

        assertThat(three.getFirst().handler.scale(2, 2, "somebody")).isEmpty();
        for (var each : three) {
            await().atMost(SOON).until(() -> each.heard(RendezvousNews.Crowded.class).count() == 1);
        }
        var again = three.stream().map(MeetingNode::next).toList();
        awaitState(state -> state.complete() && state.redundancyList().size() == 1);
        await().atMost(SOON)
                .until(() -> again.stream().filter(CompletableFuture::isDone).count() == 2);
        var spare = again.stream().filter(each -> !each.isDone()).findFirst().orElseThrow();
        var members =
                three.stream().filter(each -> again.get(three.indexOf(each)) != spare).toList();
        assertThat(members.getFirst().handler.scale(2, 3, "somebody else")).isEmpty();
        for (var each : members) {
            await().atMost(SOON).until(() -> each.heard(RendezvousNews.Waiting.class).count() == 1);
        }
        meet(members.toArray(MeetingNode[]::new));

        assertThat(spare.join().worldSize()).isEqualTo(3);
        for (var each : three) {
            assertThat(each.heard(RendezvousNews.Scaled.class))
                    .extracting(RendezvousNews.Scaled::because)
                    .containsExactly(
                            "the job may have 2 nodes from now on, no longer 1 to 3 nodes: asked"
                                    + " for by somebody on a",
                            "the job may have 2 to 3 nodes from now on, no longer 2 nodes: asked"
                                    + " for by somebody else on "
                                    + members.getFirst().name.address());
        }
    }

    @Test
    void who_comes_later_goes_by_what_the_job_was_scaled_to() {
        var a = node("a", 1, 1);
        meet(a);
        assertThat(a.handler.scale(1, 2, "somebody")).isEmpty();
        await().atMost(SOON).until(() -> a.heard(RendezvousNews.Scaled.class).count() == 1);
        var late = node("late", 1, 1);

        var later = late.next();
        await().atMost(SOON).until(() -> a.handler.numNodesWaiting() == 1);
        meet(a);

        assertThat(later.join().worldSize()).isEqualTo(2);
        assertThat(late.heard(RendezvousNews.Scaled.class))
                .extracting(RendezvousNews.Scaled::because)
                .containsExactly(
                        "the job may have 1 to 2 nodes, as asked for by somebody on a: that counts"
                                + " here too, in the place of the 1 node that this node was started"
                                + " with");
        assertThat(late.heard(RendezvousNews.Noticed.class)).isEmpty();
    }

    @Test
    void a_store_that_forgot_what_a_job_was_scaled_to_is_told_again() {
        var a = node("a", 1, 1);
        meet(a);
        for (int max = 2; max <= 3; max++) {
            int many = max;
            assertThat(a.handler.scale(1, max, "somebody")).isEmpty();
            await().atMost(SOON)
                    .until(
                            () ->
                                    a.heard(RendezvousNews.Scaled.class)
                                            .anyMatch(told -> told.maxNodes() == many));
        }
        int port = server.address().getPort();

        server.close();
        await().atMost(SOON).until(() -> a.heard(RendezvousNews.Unreachable.class).count() == 1);
        server = StoreServer.open(StoreServerConfig.DEFAULT.withPort(port));
        var late = node("late", 1, 1);
        var _ = late.next();

        await().atMost(SOON)
                .until(
                        () ->
                                late.heard(RendezvousNews.Scaled.class)
                                        .anyMatch(told -> told.maxNodes() == 3));
    }

    @Test
    void a_job_with_an_agent_that_is_not_ours_is_not_scaled() {
        var a = node("a", 1, 1);
        meet(a);
        var stranger = new Node("stranger", 7, 0);
        listAsSpare(stranger);
        awaitState(state -> state.redundancyList().contains(stranger));

        await().atMost(SOON)
                .untilAsserted(
                        () ->
                                assertThat(a.handler.scale(1, 4, "somebody"))
                                        .hasValueSatisfying(
                                                why -> assertThat(why).startsWith("stranger: an")));
        assertThat(a.heard(RendezvousNews.Scaled.class)).isEmpty();
    }

    /** As an agent does that introduces itself to nobody. */
    private void listAsSpare(Node stranger) {
        try (var client = client()) {
            var shared = C10dSharedState.open(client, "run", StateDialect.D4, SOON);
            await().atMost(SOON)
                    .until(
                            () -> {
                                var there = shared.read().orElseThrow();
                                var now = there.state();
                                var beats = new TreeMap<>(now.lastHeartbeats());
                                beats.put(stranger, Instant.now());
                                var with =
                                        new RendezvousState(
                                                now.round(),
                                                now.complete(),
                                                now.deadline(),
                                                now.closed(),
                                                now.participants(),
                                                now.waitList(),
                                                Set.of(stranger),
                                                beats);
                                return shared.write(with, Optional.of(there.token())).ours();
                            });
        }
    }

    @Test
    void a_node_that_waits_is_woken_and_does_not_ask_again_and_again() {
        var counted = new CountedState[1];
        var a =
                MeetingNode.at(
                        server.address(),
                        "a",
                        MeetingNode.nodes(2, 2, Duration.ofSeconds(60), Duration.ofSeconds(60)),
                        StateDialect.D4,
                        state -> counted[0] = new CountedState(state));
        nodes.add(a);
        var early = a.next();
        await().atMost(SOON).until(() -> counted[0].rests.get() > 0);
        int before = counted[0].reads.get();

        var late = node("b", 2, 2).next();

        assertThat(early).succeedsWithin(SOON);
        assertThat(late).succeedsWithin(SOON);
        assertThat(counted[0].reads.get() - before).isBetween(1, 3);
    }

    private MeetingNode node(String address, int min, int max) {
        var node = MeetingNode.at(server.address(), address, MeetingNode.nodes(min, max));
        nodes.add(node);
        return node;
    }

    private StoreClient client() {
        return StoreClient.connect(server.address(), SOON);
    }

    private void awaitState(Predicate<RendezvousState> condition) {
        try (var client = client()) {
            var shared = C10dSharedState.open(client, "run", StateDialect.D4, SOON);
            await().atMost(SOON)
                    .pollInterval(20, TimeUnit.MILLISECONDS)
                    .until(
                            () ->
                                    shared.read()
                                            .map(C10dSharedState.Shared::state)
                                            .filter(condition)
                                            .isPresent());
        }
    }

    /** All ask first, and have their answers then. */
    private static List<RendezvousInfo> meet(MeetingNode... nodes) {
        var rounds = Stream.of(nodes).map(MeetingNode::next).toList();
        return rounds.stream().map(CompletableFuture::join).toList();
    }
}
