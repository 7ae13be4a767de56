package dev.muster.agent.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.job.Placement;
import dev.muster.agent.rendezvous.NodeLossPolicy;
import dev.muster.agent.rendezvous.RendezvousException;
import dev.muster.agent.rendezvous.RendezvousNews;
import dev.muster.agent.round.ScriptedHandler.Coming;
import dev.muster.agent.supervise.Farewell;
import dev.muster.agent.supervise.GroupInput;
import dev.muster.testing.BesideOthers;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;

/** How rounds begin, and what breaks them. */
@Timeout(60)
@BesideOthers
class RoundsTest extends NodeOneOfTwo {
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
        onAgent(() -> rounds.meet(0));
        handler.coming.add(new Coming.Failed(new RendezvousException.GracefulExit("it is over")));

        assertInput(new GroupInput.NoRound(Outcome.SUCCEEDED, 0, "it is over"));
    }

    @Test
    void nodes_that_do_not_meet_end_the_run_with_the_reason() {
        onAgent(() -> rounds.meet(0));
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
    void a_round_of_too_many_is_begun_anew_unless_somebody_is_done() {
        join(0);

        hear(new RendezvousNews.Crowded("one too many"));
        assertInput(new GroupInput.NewRound("one too many"));

        zeroIsDone(0);
        hear(new RendezvousNews.Crowded("still one too many"));
        awaitNotice("still one too many; other nodes are done, so none begins");
    }

    @Test
    void a_node_that_is_done_begins_no_round_because_there_are_too_many() {
        join(0);
        onAgent(rounds::awaitDone);

        hear(new RendezvousNews.Crowded("one too many"));

        assertThat(agentIsIdle()).isTrue();
        assertThat(inputs).doesNotContain(new GroupInput.NewRound("one too many"));
    }

    @Test
    void how_many_nodes_there_may_be_is_told_as_an_event() {
        join(0);

        hear(new RendezvousNews.Scaled(2, 3, "asked for by somebody"));

        await().atMost(PATIENCE)
                .untilAsserted(
                        () ->
                                assertThat(events)
                                        .filteredOn(RendezvousEvent.NodesWanted.class::isInstance)
                                        .singleElement()
                                        .extracting("min", "max", "because")
                                        .containsExactly(2, 3, "asked for by somebody"));
    }

    @Test
    void a_rendezvous_that_cannot_be_scaled_says_what_can() {
        assertThat(rounds.scale(1, 2, "somebody"))
                .contains("this node is not in touch with the others");
        join(0);

        assertThat(rounds.scale(1, 2, "somebody"))
                .hasValueSatisfying(
                        why -> assertThat(why).contains("--rdzv-backend scripted", "meet by c10d"));
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
        onAgent(() -> rounds.meet(0));
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
                .containsExactly("c_3_0");
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
        assertThat(events).noneMatch(RendezvousEvent.NodeLost.class::isInstance);
        assertThat(events)
                .filteredOn(RendezvousEvent.NodeLeft.class::isInstance)
                .singleElement()
                .extracting("because")
                .isEqualTo("a is done, and was last heard of 16 s ago");
    }

    @Test
    void what_comes_of_a_loss_is_told_after_it_though_the_store_says_nothing() {
        join(0);
        store.close();

        hear(new RendezvousNews.Lost(ZERO, Duration.ofSeconds(16), false, "a is lost"));
        hear(new RendezvousNews.Noticed("what comes of it"));

        awaitNotice("what comes of it");
        assertThat(events).filteredOn(RendezvousEvent.NodeLost.class::isInstance).hasSize(1);
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
}
