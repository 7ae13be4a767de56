package dev.muster.agent.rendezvous;

import static dev.muster.agent.rendezvous.RendezvousChange.ADD_TO_PARTICIPANTS;
import static dev.muster.agent.rendezvous.RendezvousChange.ADD_TO_REDUNDANCY_LIST;
import static dev.muster.agent.rendezvous.RendezvousChange.ADD_TO_WAIT_LIST;
import static dev.muster.agent.rendezvous.RendezvousChange.MARK_RENDEZVOUS_COMPLETE;
import static dev.muster.agent.rendezvous.RendezvousChange.REMOVE_FROM_PARTICIPANTS;
import static dev.muster.agent.rendezvous.RendezvousChange.REMOVE_FROM_REDUNDANCY_LIST;
import static dev.muster.agent.rendezvous.RendezvousChange.REMOVE_FROM_WAIT_LIST;
import static dev.muster.agent.rendezvous.RendezvousChange.START_LAST_CALL;

import static org.assertj.core.api.Assertions.assertThat;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;

import dev.muster.agent.rendezvous.RendezvousEffect.ConfirmMembers;
import dev.muster.agent.rendezvous.RendezvousEffect.TellJoined;
import dev.muster.agent.rendezvous.RendezvousEffect.WakeAt;
import dev.muster.agent.rendezvous.RendezvousInput.Confirmed;
import dev.muster.agent.rendezvous.RendezvousInput.Read;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** elastic-agent §2.5, join op, case by case: how a node gets into a round, or does not. */
class JoinRulesTest extends NodeBsRules {
    @Test
    void a_node_that_nobody_asked_for_does_nothing() {
        var step = rules.on(Standing.START, new Read(gathering(A)), NOW);

        assertThat(step.effects()).isEmpty();
    }

    @Test
    void the_first_to_come_waits_for_more() {
        var desired = change(joining(), RendezvousState.EMPTY, ADD_TO_PARTICIPANTS);

        assertThat(desired.participants()).isEqualTo(Map.of(B, 0));
        assertThat(desired.deadline()).isEmpty();
        assertThat(desired.lastHeartbeats()).isEqualTo(Map.of(B, WALL));
    }

    @Test
    void who_makes_them_enough_starts_last_call() {
        var desired = change(joining(), gathering(A), ADD_TO_PARTICIPANTS);

        assertThat(desired.deadline()).contains(WALL.plusSeconds(30));
        assertThat(desired.complete()).isFalse();
    }

    @Test
    void who_takes_the_last_place_completes_the_round_in_the_same_write() {
        var desired = change(joining(), gathering(A, C), ADD_TO_PARTICIPANTS);

        assertThat(desired.complete()).isTrue();
        assertThat(desired.deadline()).isEmpty();
        assertThat(desired.participants()).isEqualTo(Map.of(A, 0, B, 1, C, 2));
    }

    @Test
    void a_write_that_was_lost_is_decided_anew_on_what_the_winner_wrote() {
        var lost = rules.on(joining(), new Read(gathering(A)), NOW);
        assertThat(changeOf(lost).desired().participants()).containsOnlyKeys(A, B);

        var anew = change(lost.next(), gathering(A, C), ADD_TO_PARTICIPANTS);

        assertThat(anew.participants()).containsOnlyKeys(A, B, C);
        assertThat(anew.complete()).isTrue();
    }

    @Test
    void last_call_is_awaited_and_then_the_round_is_complete() {
        var state = lastCall(gathering(A, B));
        var waiting = rules.on(joining(), new Read(state), NOW);
        var later = after(ofSeconds(30));
        var fresh = beating(state, later);

        assertThat(waiting.effects()).hasOnlyElementsOfType(WakeAt.class);
        assertThat(change(waiting.next(), fresh, later, MARK_RENDEZVOUS_COMPLETE).participants())
                .isEqualTo(Map.of(A, 0, B, 1));
    }

    @Test
    void last_call_ends_by_our_own_clock_however_wrong_the_others_clock_is() {
        var state =
                with(
                        gathering(A, B),
                        Optional.of(WALL.plus(ofHours(1))),
                        false,
                        Set.of(),
                        Set.of());
        var waiting = rules.on(joining(), new Read(state), NOW);
        var later = after(ofSeconds(30));

        change(waiting.next(), beating(state, later), later, MARK_RENDEZVOUS_COMPLETE);
    }

    @Test
    void enough_nodes_without_a_last_call_get_one() {
        change(joining(), gathering(A, B), START_LAST_CALL);
    }

    @Test
    void a_complete_round_counts_once_its_members_are_confirmed() {
        var state = complete(3, A, B);
        var asked = rules.on(joining(), new Read(state), NOW);
        var joined = rules.on(asked.next(), new Confirmed(3, state.participants()), NOW);

        assertThat(asked.effects()).containsExactly(new ConfirmMembers(3, state.participants()));
        assertThat(joined.effects().getFirst()).isInstanceOf(TellJoined.class);
        assertThat(((TellJoined) joined.effects().getFirst()).groupRank()).isEqualTo(1);
    }

    @Test
    void a_round_that_others_began_with_other_members_is_left() {
        var asked = rules.on(joining(), new Read(complete(3, A, B)), NOW);
        var missed =
                rules.on(asked.next(), new Confirmed(3, complete(3, A, B, C).participants()), NOW);

        assertThat(missed.next().seat()).isEqualTo(new Seat.Leaving(JOIN_BY, true));
        assertThat(missed.because())
                .isEqualTo("round 3 lost a member before it began here: joining the next");
    }

    @Test
    void a_round_with_a_free_place_is_waited_for() {
        change(joining(), complete(0, A, C), ADD_TO_WAIT_LIST);
    }

    @Test
    void a_full_round_makes_a_spare_also_of_who_waited() {
        change(joining(), complete(0, A, C, D), ADD_TO_REDUNDANCY_LIST);
        var waited = with(complete(0, A, C, D), Optional.empty(), false, Set.of(B), Set.of());

        var desired = change(joining(), waited, ADD_TO_REDUNDANCY_LIST);

        assertThat(desired.waitList()).isEmpty();
        assertThat(desired.redundancyList()).containsExactly(B);
    }

    @Test
    void a_spare_waits_without_a_limit_and_leaves_the_list_when_a_place_is_free() {
        var spare = with(complete(0, A, C, D), Optional.empty(), false, Set.of(), Set.of(B));
        var late = after(ofHours(1));
        var waiting = rules.on(joining(), new Read(beating(spare, late)), late);
        var free = with(complete(0, A, C), Optional.empty(), false, Set.of(), Set.of(B));
        var leaving = rules.on(joining(), new Read(free), NOW);

        assertThat(waiting.next().seat()).isInstanceOf(Seat.Joining.class);
        assertThat(changeOf(leaving).change()).isEqualTo(REMOVE_FROM_REDUNDANCY_LIST);
        assertThat(leaving.next().seat()).isEqualTo(new Seat.Joining(ofSeconds(1_600)));
    }

    @Test
    void a_spare_goes_home_when_the_job_is_over() {
        var closed = with(complete(0, A, C, D), Optional.empty(), true, Set.of(), Set.of(B));

        var step = rules.on(joining(), new Read(closed), NOW);

        assertThat(step.next().seat()).isEqualTo(new Seat.Over(Seat.Ending.SPARE_RELEASED));
        assertThat(step.because())
                .isEqualTo(
                        "the job is over: the other nodes have closed the rendezvous 'run', and"
                                + " this spare was not needed");
    }

    @Test
    void who_comes_after_the_end_is_told_how_to_open_again() {
        var closed = with(RendezvousState.EMPTY, Optional.empty(), true, Set.of(), Set.of());

        var step = rules.on(joining(), new Read(closed), NOW);

        assertThat(step.next().seat()).isEqualTo(new Seat.Over(Seat.Ending.CLOSED_BY_OTHERS));
        assertThat(step.because())
                .contains("Use another run id")
                .contains("delete the keys that begin with 'torch.rendezvous.run'");
    }

    @Test
    void past_the_deadline_a_node_takes_back_what_it_wrote_for_five_seconds() {
        var late = after(ofSeconds(501));
        var waiting = with(complete(0, A, C), Optional.empty(), false, Set.of(B), Set.of());

        change(joining(), beating(gathering(B), late), late, REMOVE_FROM_PARTICIPANTS);
        change(joining(), beating(waiting, late), late, REMOVE_FROM_WAIT_LIST);
    }

    @Test
    void past_the_deadline_the_error_says_who_was_there() {
        var late = after(ofSeconds(501));

        var step = rules.on(joining(), new Read(RendezvousState.EMPTY), late);

        assertThat(step.next().seat()).isEqualTo(new Seat.Over(Seat.Ending.TIMED_OUT));
        assertThat(step.because())
                .isEqualTo(
                        "The rendezvous 'run' did not come about in 10 min: 1 node (b) came of at"
                                + " least 2.");
    }

    @Test
    void after_those_five_seconds_nothing_is_written_any_more() {
        var veryLate = after(ofSeconds(506));

        var step = rules.on(joining(), new Read(beating(gathering(B), veryLate)), veryLate);

        assertThat(step.next().seat()).isEqualTo(new Seat.Over(Seat.Ending.TIMED_OUT));
    }

    @Test
    void who_is_one_too_many_for_its_own_maximum_says_so() {
        var step = rules.on(joining(), new Read(gathering(A, C, D, new Node("e", 1, 0))), NOW);

        assertThat(step.effects()).hasOnlyElementsOfType(WakeAt.class);
        assertThat(step.because())
                .isEqualTo(
                        "4 nodes (a, c, d, e) where this node was told at most 3: the others were"
                                + " told otherwise; waiting for them to start");
    }

    @Test
    void a_round_of_fewer_than_our_minimum_says_so() {
        var step = rules.on(joining(), new Read(complete(0, B)), NOW);

        assertThat(step.because())
                .isEqualTo(
                        "round 0 is complete with 1 node (b); this node was told to wait for at"
                                + " least 2, others were told otherwise");
    }

    @Test
    void a_last_call_that_others_began_with_fewer_is_wondered_at() {
        var step = rules.on(joining(), new Read(lastCall(gathering(B))), NOW);

        assertThat(step.because())
                .isEqualTo(
                        "gathering: 1 node (b) of at least 2 nodes; 1 missing, given up in 8 min 20"
                                + " s; others were told fewer and start without: is --nnodes the"
                                + " same on all nodes?");
    }
}
