package dev.muster.agent.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.Hushed;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.Attendance;
import dev.muster.agent.event.BarrierEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.job.JobNodes;
import dev.muster.agent.job.Placement;
import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.NodeLossPolicy;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.rendezvous.RendezvousState;
import dev.muster.agent.rendezvous.RoundStore;
import dev.muster.agent.round.ScriptedHandler.Coming;
import dev.muster.agent.supervise.Farewell;
import dev.muster.agent.supervise.Group;
import dev.muster.agent.supervise.GroupInput;
import dev.muster.store.HashStore;
import dev.muster.store.StoreServerConfig;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Node 1 of two, on a store in memory, with a seat whose rounds the test hands out. */
@Timeout(60)
class RoundsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration NOT_LONG = Duration.ofMillis(300);
    private static final Node ZERO = new Node("a", 1, 0);
    private static final Node ONE = new Node("b", 2, 0);
    private static final Node NEW = new Node("c", 3, 0);

    private final HashStore store = new HashStore();
    private final ScriptedHandler handler = new ScriptedHandler();
    private final AtomicReference<Consumer<? super RendezvousNews>> news =
            new AtomicReference<>(_ -> {});
    private final List<AgentEvent> events = new CopyOnWriteArrayList<>();
    private final List<GroupInput> inputs = new CopyOnWriteArrayList<>();
    private final ExecutorService agentThread =
            new ThreadPoolExecutor(
                    1,
                    1,
                    0,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(),
                    new ThreadPoolExecutor
                            .DiscardPolicy()); // as the agent's own, once it is closed
    private final Rounds rounds = new Rounds(context());

    @AfterEach
    void end() {
        agentThread.close();
    }

    @Test
    void a_complete_round_is_told_with_its_ranks_before_the_workers_may_start() {
        join(3);

        assertThat(inputs).containsExactly(new GroupInput.RoundReady());
        assertThat(rounds.placement()).isEqualTo(new Placement(1, 2, 4, 6, 4, 6));
        assertThat(rounds.master().port()).isEqualTo(40_000);
        assertThat(events)
                .filteredOn(RendezvousEvent.RoundJoined.class::isInstance)
                .singleElement()
                .extracting("round", "placement")
                .containsExactly(3L, new Placement(1, 2, 4, 6, 4, 6));
    }

    @Test
    void a_failure_where_no_node_is_ever_missed_is_judged_at_once() {
        join(0);

        onAgent(() -> rounds.tellEnding(true));

        assertInput(new GroupInput.NobodyLost());
    }

    @Test
    void a_failure_is_our_own_when_those_who_do_not_answer_are_not_lost_either() {
        joinWithSilentZero(NodeLossPolicy.REFORM);

        onAgent(() -> rounds.tellEnding(true));

        assertInput(new GroupInput.NobodyLost());
    }

    @Test
    void after_a_failure_with_a_lost_node_a_replacement_is_waited_for_by_policy() {
        joinWithSilentZero(NodeLossPolicy.WAIT);

        hear(new RendezvousNews.Lost(ZERO, Duration.ofSeconds(15), false, "a is lost"));
        onAgent(() -> rounds.tellEnding(true));
        awaitNotice("waiting for another node in the place of who is lost");
        hear(waiting(NEW, "c waits"));

        assertInput(new GroupInput.NewRound("c waits"));
        assertThat(inputs).doesNotContain(new GroupInput.NobodyLost());
    }

    @Test
    void a_failure_when_the_meeting_place_is_gone_too_makes_us_wait_for_it() {
        joinWithSilentZero(NodeLossPolicy.REFORM);
        hear(new RendezvousNews.Unreachable("no answer"));

        onAgent(() -> rounds.tellEnding(true));

        assertInput(
                new GroupInput.NewRound(
                        "a worker failed, and the place where the nodes meet does not answer"));
    }

    @Test
    void a_failure_when_the_meeting_place_is_gone_too_ends_the_job_by_policy() {
        joinWithSilentZero(NodeLossPolicy.STOP);
        hear(new RendezvousNews.Unreachable("no answer"));

        onAgent(() -> rounds.tellEnding(true));

        assertInput(
                new GroupInput.JobOver(
                        Outcome.FAILED,
                        1,
                        "a worker failed, and the place where the nodes meet does not answer; that"
                                + " ends the job",
                        Farewell.LEAVE));
    }

    @Test
    void a_spare_whose_job_is_over_ends_well() {
        onAgent(rounds::meet);
        handler.coming.add(new Coming.Failed(new RendezvousException.GracefulExit("it is over")));

        assertInput(new GroupInput.NoRound(Outcome.SUCCEEDED, 0, "it is over"));
    }

    @Test
    void nodes_that_do_not_meet_end_the_run_with_the_reason() {
        onAgent(rounds::meet);
        handler.coming.add(new Coming.Failed(new RendezvousException.TimedOut("1 of 2 came")));

        assertInput(new GroupInput.NoRound(Outcome.FAILED, 1, "1 of 2 came"));
    }

    @Test
    void a_newcomer_is_taken_into_a_new_round_unless_somebody_is_done() {
        join(0);

        hear(waiting(NEW, "1 node waits"));
        assertInput(new GroupInput.NewRound("1 node waits"));

        zeroIsDone(0);
        hear(waiting(NEW, "it still waits"));
        awaitNotice("it still waits; other nodes are done, so none begins");
        assertThat(inputs).doesNotContain(new GroupInput.NewRound("it still waits"));
    }

    @Test
    void who_is_lost_makes_a_new_round_unless_it_was_done() {
        join(0);

        hear(new RendezvousNews.Lost(ZERO, Duration.ofSeconds(15), false, "a is lost"));
        hear(new RendezvousNews.Rejoin("a is lost; a new round"));
        assertInput(new GroupInput.NewRound("a is lost; a new round"));

        zeroIsDone(0);
        hear(new RendezvousNews.Rejoin("still lost"));
        awaitNotice("whoever is gone was done; this node finishes its own");
    }

    @Test
    void who_was_lost_before_a_round_began_is_told_and_is_not_missing_in_it() {
        onAgent(rounds::meet);
        await().until(() -> handler.calls.contains("next"));
        hear(new RendezvousNews.Lost(NEW, Duration.ofSeconds(15), true, "c is lost"));
        roundComes(0);
        zeroIsDone(0);

        hear(new RendezvousNews.Lost(ZERO, Duration.ofSeconds(15), false, "a is lost"));
        hear(new RendezvousNews.Rejoin("a is lost; a new round"));

        awaitNotice("whoever is gone was done; this node finishes its own");
        assertThat(events)
                .filteredOn(RendezvousEvent.NodeLost.class::isInstance)
                .extracting("node")
                .containsExactly("c_3_0", "a_1_0");
    }

    @Test
    void torchruns_agent_that_is_done_and_silent_in_its_barrier_breaks_nothing() {
        join(0);
        torchrunIsDone(0);

        hear(new RendezvousNews.Lost(ZERO, Duration.ofSeconds(16), false, "a is lost"));
        hear(new RendezvousNews.Rejoin("a is lost; a new round"));
        awaitNotice("whoever is gone was done; this node finishes its own");
        onAgent(rounds::awaitDone);

        assertInput(new GroupInput.OthersDone("all 2 nodes are done"));
        assertThat(inputs).noneMatch(GroupInput.NewRound.class::isInstance);
    }

    @Test
    void a_lost_node_ends_the_job_by_policy_unless_it_was_done() {
        var over = new GroupInput.JobOver(Outcome.FAILED, 1, "a is lost", Farewell.CLOSE);
        join(0);
        torchrunIsDone(0);

        hear(new RendezvousNews.Lost(ZERO, Duration.ofSeconds(16), false, "a is lost"));
        hear(new RendezvousNews.StopJob("a is lost"));
        awaitNotice("whoever is gone was done; this node finishes its own");
        roundComesAnew(1);
        hear(new RendezvousNews.Lost(ZERO, Duration.ofSeconds(16), false, "a is lost"));
        hear(new RendezvousNews.StopJob("a is lost"));

        assertInput(over);
        assertThat(inputs).containsOnlyOnce(over);
    }

    @Test
    void a_failure_is_judged_too_when_the_store_does_not_say_whether_the_lost_were_done() {
        joinWithSilentZero(NodeLossPolicy.REFORM);
        hear(new RendezvousNews.Lost(ZERO, Duration.ofSeconds(15), false, "a is lost"));
        store.close();

        onAgent(() -> rounds.tellEnding(true));

        assertInput(
                new GroupInput.NewRound(
                        "a worker failed, and the place where the nodes meet does not answer"));
    }

    @Test
    void a_member_that_restarts_takes_those_who_are_done_along_and_a_newcomer_does_not() {
        join(0);
        onAgent(rounds::awaitDone);

        hear(waiting(NEW, "c waits"));
        hear(waiting(ZERO, "a waits"));

        assertInput(new GroupInput.NewRound("a waits"));
        assertThat(inputs).doesNotContain(new GroupInput.NewRound("c waits"));
    }

    @Test
    void a_job_that_another_node_closed_ends_here_as_it_ended_there() {
        join(0);
        round(0).set(
                        "muster/last_word",
                        "failed 7 node 0 (a): rank 2 failed".getBytes(UTF_8),
                        PATIENCE);

        hear(new RendezvousNews.Closed(true, "closed"));

        assertInput(
                new GroupInput.JobOver(
                        Outcome.FAILED, 7, "node 0 (a): rank 2 failed", Farewell.LEAVE));
    }

    @Test
    void a_job_that_a_member_may_have_closed_without_a_word_fails() {
        join(0);

        hear(new RendezvousNews.Closed(false, "the rendezvous was closed"));

        assertInput(
                new GroupInput.JobOver(
                        Outcome.FAILED, 1, "the rendezvous was closed", Farewell.LEAVE));
    }

    @Test
    void a_round_goes_on_when_nobody_of_it_closed_the_run_id() {
        join(0);

        hear(new RendezvousNews.Closed(true, "the rendezvous was closed"));

        awaitNotice("no member of this round closed it, so its nodes finish what they do");
        assertThat(inputs).noneMatch(GroupInput.JobOver.class::isInstance);
    }

    @Test
    void a_job_that_was_closed_by_those_who_are_done_goes_on_here() {
        join(0);
        zeroIsDone(0);

        hear(new RendezvousNews.Closed(true, "closed"));

        awaitNotice("other nodes are done; this one finishes its own");
        assertThat(inputs).noneMatch(GroupInput.JobOver.class::isInstance);
    }

    @Test
    void when_all_are_done_that_is_said_and_the_job_is_closed() {
        join(0);
        zeroIsDone(0);
        onAgent(rounds::awaitDone);
        assertInput(new GroupInput.OthersDone("all 2 nodes are done"));

        onAgent(() -> rounds.part(end(Farewell.CLOSE)));

        assertInput(new GroupInput.Parted());
        assertThat(handler.calls).containsExactly("next", "shutdown", "close");
    }

    @Test
    void a_node_that_is_alone_does_not_speak_of_all() {
        onAgent(rounds::meet);
        set(0, "torchelastic/assigned_ranks/0", "[0, 2, 0, 2]");
        handler.coming.add(
                new Coming.Complete(
                        new RendezvousInfo(round(0), 0, 0, 1, List.of(ONE), Optional.empty())));
        assertInput(new GroupInput.RoundReady());

        onAgent(rounds::awaitDone);

        assertInput(new GroupInput.OthersDone("this node is done, and no other is in the job"));
    }

    @Test
    void that_nobody_could_be_told_is_not_said_where_all_were_done() {
        join(0);
        hear(seen(List.of()));
        zeroIsDone(0);
        onAgent(rounds::awaitDone);
        assertInput(new GroupInput.OthersDone("all 2 nodes are done"));
        handler.told = false;

        onAgent(() -> rounds.part(end(Farewell.CLOSE)));

        assertInput(new GroupInput.Parted());
        assertThat(events).noneMatch(AgentEvent.Noticed.class::isInstance);
    }

    @Test
    void that_nobody_could_be_told_is_said_where_somebody_waits_for_it() {
        join(0);
        hear(seen(List.of(NEW)));
        zeroIsDone(0);
        onAgent(rounds::awaitDone);
        assertInput(new GroupInput.OthersDone("all 2 nodes are done"));
        handler.told = false;

        onAgent(() -> rounds.part(end(Farewell.CLOSE)));

        awaitNotice("the other nodes could not be told that the job is over");
    }

    @Test
    void a_job_is_closed_also_where_the_reason_cannot_be_left() {
        join(0);
        store.close();

        onAgent(
                () ->
                        rounds.part(
                                new Group.Then.End(
                                        Outcome.FAILED, 1, "rank 3 failed", Farewell.CLOSE)));

        assertInput(new GroupInput.Parted());
        assertThat(handler.calls).containsExactly("next", "shutdown", "close");
    }

    @Test
    void who_leaves_while_the_nodes_meet_gives_that_up_and_closes_nothing() {
        onAgent(rounds::meet);
        await().until(() -> handler.calls.contains("next"));

        onAgent(() -> rounds.part(end(Farewell.LEAVE)));

        assertInput(new GroupInput.Parted());
        assertThat(handler.calls).containsExactly("next", "leave", "close");
        assertThat(inputs).hasSize(1);
    }

    @Test
    void who_could_not_tell_the_others_goes_all_the_same() {
        join(0);
        handler.broken = true;

        try (var _ = Hushed.of(Rounds.class)) {
            onAgent(() -> rounds.part(end(Farewell.CLOSE)));

            assertInput(new GroupInput.Parted());
        }
    }

    @Test
    void after_the_end_nothing_is_told_any_more() {
        join(0);
        int told = events.size();

        onAgent(rounds::close);
        hear(new RendezvousNews.Noticed("too late"));
        await().until(() -> handler.calls.contains("close"));

        assertThat(agentIsIdle()).isTrue();
        assertThat(events).hasSize(told);
    }

    @Test
    void whom_the_end_waits_for_is_told_meanwhile() {
        join(0);
        onAgent(rounds::awaitDone);

        await().atMost(PATIENCE)
                .untilAsserted(
                        () ->
                                assertThat(events)
                                        .filteredOn(BarrierEvent.BarrierAwaited.class::isInstance)
                                        .first()
                                        .extracting("attendance", "because")
                                        .containsExactly(
                                                new Attendance(
                                                        1,
                                                        2,
                                                        List.of(ONE.toString()),
                                                        List.of(ZERO.toString())),
                                                "this node's workers are done; waiting for node 0"
                                                        + " (a)"));
    }

    @Test
    void what_became_of_waiting_for_the_others_is_told() {
        join(0);
        onAgent(rounds::awaitDone);

        set(0, "torchelastic/agent/terminal_state/last_member", "here");

        await().atMost(PATIENCE)
                .untilAsserted(
                        () ->
                                assertThat(events)
                                        .last()
                                        .isInstanceOf(BarrierEvent.BarrierPassed.class));
        assertInput(new GroupInput.OthersDone("all 2 nodes are done"));
    }

    /** As node 0 with four workers does its part. */
    private void join(long number) {
        onAgent(rounds::meet);
        roundComes(number);
    }

    private void roundComes(long number) {
        set(number, "MASTER_ADDR", "10.0.0.7");
        set(number, "MASTER_PORT", "40000");
        set(number, "torchelastic/assigned_ranks/1", "[4, 6, 4, 6]");
        handler.coming.add(
                new Coming.Complete(
                        new RendezvousInfo(
                                round(number),
                                number,
                                1,
                                2,
                                List.of(ZERO, ONE),
                                Optional.empty())));
        assertInput(new GroupInput.RoundReady());
    }

    private void joinWithSilentZero(NodeLossPolicy policy) {
        handler.lossToldAfter = NOT_LONG;
        handler.onNodeLoss = policy;
        round(0).add("muster/roll_call/listening", 1, PATIENCE);
        join(0);
    }

    private void zeroIsDone(long number) {
        round(number).add("torchelastic/agent/terminal_state0/ARRIVALS", 1, PATIENCE);
        torchrunIsDone(number);
    }

    /** It is counted, and leaves nothing else. */
    private void torchrunIsDone(long number) {
        round(number).add("torchelastic/agent/terminal_state/num_members", 1, PATIENCE);
    }

    private void roundComesAnew(long number) {
        inputs.clear();
        join(number);
    }

    private void set(long number, String key, String value) {
        round(number).set(key, value.getBytes(UTF_8), PATIENCE);
    }

    private RoundStore round(long number) {
        return MemoryRounds.of(store, number);
    }

    private static RendezvousNews waiting(Node node, String because) {
        return new RendezvousNews.Waiting(new TreeSet<>(List.of(node)), because);
    }

    private static RendezvousNews seen(List<Node> spares) {
        var state =
                new RendezvousState(
                        0,
                        true,
                        Optional.empty(),
                        false,
                        Map.of(ZERO, 0, ONE, 1),
                        Set.of(),
                        Set.copyOf(spares),
                        Map.of());
        return new RendezvousNews.Seen(state, "two are here");
    }

    private static Group.Then.End end(Farewell farewell) {
        return new Group.Then.End(Outcome.SUCCEEDED, 0, "done", farewell);
    }

    private void hear(RendezvousNews heard) {
        news.get().accept(heard);
    }

    private boolean agentIsIdle() {
        return CompletableFuture.supplyAsync(() -> true, agentThread).join();
    }

    private void onAgent(Runnable action) {
        agentThread.execute(action);
    }

    private void assertInput(GroupInput expected) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(inputs).contains(expected));
    }

    private void awaitNotice(String text) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () ->
                                assertThat(events)
                                        .filteredOn(AgentEvent.Noticed.class::isInstance)
                                        .extracting("text")
                                        .contains(text));
    }

    private RoundContext context() {
        return new RoundContext(
                new JobNodes(1, 2, 0, "scripted", "a:29400", Map.of(), Optional.empty()),
                "b",
                "default",
                2,
                false,
                told -> {
                    news.set(told);
                    return handler;
                },
                PATIENCE,
                StoreServerConfig.DEFAULT,
                _ -> {},
                agentThread,
                InstantSource.system(),
                events::add,
                inputs::add);
    }
}
