package dev.muster.agent.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.agent.Hushed;
import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.Attendance;
import dev.muster.agent.event.BarrierEvent;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.rendezvous.RendezvousInfo;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.round.ScriptedHandler.Coming;
import dev.muster.agent.supervise.Farewell;
import dev.muster.agent.supervise.Group;
import dev.muster.agent.supervise.GroupInput;
import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.Optional;

/** How a job ends among its nodes. */
@Timeout(60)
@BesideOthers
class RoundsEndTest extends NodeOneOfTwo {
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
        onAgent(() -> rounds.meet(0));
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
        onAgent(() -> rounds.meet(0));
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

    @Test
    void a_wait_for_the_others_that_breaks_takes_no_success_away() {
        join(0);
        store.close();

        onAgent(rounds::awaitDone);

        await().atMost(PATIENCE)
                .untilAsserted(
                        () ->
                                assertThat(inputs)
                                        .last()
                                        .isInstanceOfSatisfying(
                                                GroupInput.OthersDone.class,
                                                done ->
                                                        assertThat(done.because())
                                                                .startsWith(
                                                                        "this node's workers are"
                                                                                + " done; ")));
    }
}
