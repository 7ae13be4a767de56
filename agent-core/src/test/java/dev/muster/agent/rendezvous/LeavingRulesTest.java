package dev.muster.agent.rendezvous;

import static dev.muster.agent.rendezvous.RendezvousChange.MARK_RENDEZVOUS_CLOSED;
import static dev.muster.agent.rendezvous.RendezvousChange.REMOVE_FROM_PARTICIPANTS;

import static org.assertj.core.api.Assertions.assertThat;

import static java.time.Duration.ofSeconds;

import dev.muster.agent.rendezvous.RendezvousEffect.WakeAt;
import dev.muster.agent.rendezvous.RendezvousInput.Read;

import org.junit.jupiter.api.Test;

import java.util.Optional;
import java.util.Set;

/** elastic-agent §2.5, exit and close op: getting out of a round, and finding oneself out of it. */
class LeavingRulesTest extends NodeBsRules {
    @Test
    void the_last_to_leave_a_complete_round_turns_it() {
        var leaving = Standing.START.with(new Seat.Leaving(JOIN_BY, true));

        var desired = change(leaving, complete(3, B), REMOVE_FROM_PARTICIPANTS);

        assertThat(desired.round()).isEqualTo(4);
        assertThat(desired.complete()).isFalse();
        assertThat(desired.lastHeartbeats()).isEmpty();
    }

    @Test
    void too_few_for_last_call_end_it() {
        var leaving = Standing.START.with(new Seat.Leaving(JOIN_BY, false));

        var desired = change(leaving, lastCall(gathering(A, B)), REMOVE_FROM_PARTICIPANTS);

        assertThat(desired.deadline()).isEmpty();
        assertThat(desired.round()).isZero();
    }

    @Test
    void closing_is_written_once_and_then_done() {
        var closing = Standing.START.with(new Seat.Closing(JOIN_BY, Optional.empty()));

        var desired = change(closing, complete(0, A, B), MARK_RENDEZVOUS_CLOSED);

        assertThat(rules.on(closing, new Read(desired), NOW).next().seat())
                .isEqualTo(new Seat.Over(Seat.Ending.CLOSED_BY_US));
    }

    @Test
    void a_member_closes_its_round() {
        var closing = rules.on(joined(complete(3, A, B)), new RendezvousInput.AskClose(), NOW);

        var desired = change(closing.next(), complete(3, A, B), MARK_RENDEZVOUS_CLOSED);

        assertThat(desired.closed()).isTrue();
    }

    @Test
    void who_was_dropped_does_not_close_what_the_others_went_on_with() {
        var closing = rules.on(joined(complete(3, A, B)), new RendezvousInput.AskClose(), NOW);

        var dropped = rules.on(closing.next(), new Read(complete(4, A)), NOW);
        var begunAnew = rules.on(closing.next(), new Read(gathering(C)), NOW);

        assertThat(dropped.next().seat()).isEqualTo(new Seat.Over(Seat.Ending.LEFT_BEHIND));
        assertThat(begunAnew.next().seat()).isEqualTo(new Seat.Over(Seat.Ending.LEFT_BEHIND));
        assertThat(dropped.because())
                .isEqualTo(
                        "The others went on without this node: the rendezvous 'run' stays open for"
                                + " them.");
    }

    @Test
    void a_goodbye_that_nobody_hears_is_given_up_after_five_seconds() {
        var joined = joined(complete(3, A, B));
        var closing = rules.on(joined, new RendezvousInput.AskClose(), NOW).next();
        var leaving = rules.on(joined, new RendezvousInput.AskLeave(), NOW).next();
        var refused = new RendezvousInput.Unreachable(NOW.uptime(), "refused", Optional.empty());

        var givenUp = new Seat.Over(Seat.Ending.UNREACHABLE);
        assertThat(rules.on(closing, refused, after(ofSeconds(4))).next().seat())
                .isEqualTo(closing.seat());
        assertThat(rules.on(closing, refused, after(ofSeconds(5))).next().seat())
                .isEqualTo(givenUp);
        assertThat(rules.on(leaving, refused, after(ofSeconds(4))).next().seat())
                .isEqualTo(leaving.seat());
        assertThat(rules.on(leaving, refused, after(ofSeconds(5))).next().seat())
                .isEqualTo(givenUp);
        assertThat(rules.on(closing, refused, after(ofSeconds(1))).effects())
                .containsExactly(
                        new RendezvousEffect.TellUnreachable(
                                "refused; this node looks for it, given up in 4 s"),
                        new WakeAt(after(ofSeconds(5)).uptime()));
    }

    @Test
    void a_member_that_the_others_dropped_is_told_to_rejoin_once() {
        var joined = joined(complete(3, A, B));

        var told = rules.on(joined, new Read(complete(3, A)), NOW);
        var again = rules.on(told.next(), new Read(complete(3, A)), NOW);

        assertThat(told.effects().getFirst()).isInstanceOf(RendezvousEffect.Rejoin.class);
        assertThat(again.effects()).noneMatch(RendezvousEffect.Rejoin.class::isInstance);
    }

    @Test
    void a_member_is_told_whether_one_of_its_round_may_have_closed_the_run_id() {
        var joined = joined(complete(3, A, B));
        var closed = with(complete(3, A, B), Optional.empty(), true, Set.of(), Set.of());
        String because = "the rendezvous 'run' was closed by another node";

        var byNoMember = rules.on(joined, new Read(closed), NOW);
        var byTorchrun = rules.on(joined.withForeign(Set.of(A)), new Read(closed), NOW);

        assertThat(byNoMember.effects()).contains(new RendezvousEffect.TellClosed(true, because));
        assertThat(byTorchrun.effects()).contains(new RendezvousEffect.TellClosed(false, because));
    }

    @Test
    void who_left_is_named_in_full_where_another_shares_its_address() {
        var twin = new Node("a", 2, 0);
        var joined = joined(complete(3, A, twin, B));

        var step = rules.on(joined, new Read(complete(3, A, B)), NOW);

        assertThat(step.effects())
                .contains(
                        new RendezvousEffect.TellLeft(
                                twin,
                                "a_2_0 left round 3; 2 nodes (a, b) still here; a new round can"
                                        + " start with those"));
    }
}
