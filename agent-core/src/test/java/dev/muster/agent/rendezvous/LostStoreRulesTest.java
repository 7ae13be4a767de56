package dev.muster.agent.rendezvous;

import static dev.muster.agent.rendezvous.RendezvousChange.ADD_TO_PARTICIPANTS;
import static dev.muster.agent.rendezvous.RendezvousChange.KEEP_ALIVE;

import static org.assertj.core.api.Assertions.assertThat;

import static java.time.Duration.ofSeconds;

import dev.muster.agent.rendezvous.RendezvousEffect.TellLost;
import dev.muster.agent.rendezvous.RendezvousEffect.WakeAt;
import dev.muster.agent.rendezvous.RendezvousInput.Read;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** What a node does when whoever served the store is gone, and on a store that forgot. */
class LostStoreRulesTest extends NodeBsRules {
    @Test
    void a_store_that_begins_anew_is_told_of_the_round_and_the_members_go_on() {
        var joined = joined(complete(3, A, B));

        var written = change(joined, RendezvousState.EMPTY, KEEP_ALIVE);
        var step = rules.on(joined, new Read(RendezvousState.EMPTY), NOW);

        assertThat(written.round()).isEqualTo(3);
        assertThat(written.complete()).isTrue();
        assertThat(written.participants()).isEqualTo(complete(3, A, B).participants());
        assertThat(step.next().seat()).isEqualTo(joined.seat());
        assertThat(step.effects())
                .contains(
                        new RendezvousEffect.TellNotice(
                                "the store has forgotten round 3, so it is written down again: 2"
                                        + " nodes (a, b)"));
    }

    @Test
    void whoever_came_to_a_store_that_begins_anew_waits_for_the_round_that_goes_on() {
        var written = change(joined(complete(3, A, B)), gathering(C), KEEP_ALIVE);

        assertThat(written.participants()).containsOnlyKeys(A, B);
        assertThat(written.waitList()).containsExactly(C);
        assertThat(written.lastHeartbeats()).containsOnlyKeys(A, B, C);
    }

    @Test
    void the_round_after_a_store_began_anew_has_a_number_that_was_never_used() {
        var leaving = rules.on(joined(complete(3, A, B)), new RendezvousInput.AskJoin(), NOW);

        var written = change(leaving.next(), gathering(C), ADD_TO_PARTICIPANTS);

        assertThat(written.round()).isEqualTo(4);
        assertThat(written.participants()).containsOnlyKeys(B, C);
    }

    @Test
    void what_was_closed_stays_closed_in_a_store_that_begins_anew() {
        var seen =
                rules.on(
                                Standing.START,
                                new Read(
                                        with(
                                                complete(3, A, C),
                                                Optional.empty(),
                                                true,
                                                Set.of(),
                                                Set.of())),
                                NOW)
                        .next();

        var step = rules.on(seen.with(new Seat.Joining(JOIN_BY)), new Read(gathering()), NOW);

        assertThat(step.next().seat()).isEqualTo(new Seat.Over(Seat.Ending.CLOSED_BY_OTHERS));
    }

    @Test
    void a_round_that_others_wrote_down_again_is_left_again_by_who_had_left_it() {
        var joined = joined(complete(3, A, B));
        var rejoining = joined.with(new Seat.Joining(JOIN_BY));

        var step = rules.on(rejoining, new Read(complete(3, A, B)), NOW);

        assertThat(step.next().seat()).isEqualTo(new Seat.Leaving(JOIN_BY, true));
    }

    @Test
    void a_question_that_went_with_the_store_is_asked_again() {
        var state = complete(3, A, B);
        var confirming = rules.on(joining(), new Read(state), NOW).next();
        var lost = rules.on(confirming, away(ofSeconds(1), A), after(ofSeconds(2))).next();

        var step = rules.on(lost, new Read(state), after(ofSeconds(3)));

        assertThat(step.effects())
                .containsExactly(new RendezvousEffect.ConfirmMembers(3, state.participants()));
    }

    @Test
    void the_loss_of_the_store_is_told_with_its_host_and_what_comes_of_it() {
        var joined = joined(complete(3, A, B));

        var begins = rules.on(joined, away(ofSeconds(2), A), after(ofSeconds(3)));
        var lasts = rules.on(begins.next(), away(ofSeconds(2), A), after(ofSeconds(5)));
        var lost = rules.on(lasts.next(), away(ofSeconds(2), A), after(ofSeconds(17)));
        var after = rules.on(lost.next(), away(ofSeconds(2), A), after(ofSeconds(18)));

        assertThat(begins.effects())
                .containsExactly(
                        new RendezvousEffect.TellUnreachable(
                                "refused; it was served by a, last heard of 3 s ago; the workers"
                                        + " run on; with no answer in 14 s they are stopped, for a"
                                        + " new round"),
                        new WakeAt(after(ofSeconds(17)).uptime()),
                        new RendezvousEffect.TakeOver());
        assertThat(lasts.effects()).noneMatch(RendezvousEffect.TellUnreachable.class::isInstance);
        String because =
                "a is lost, silent for 17 s, and with it the store where the nodes meet; a new"
                        + " round can start once there is a store again";
        assertThat(lost.effects())
                .containsExactly(
                        new TellLost(A, ofSeconds(17), because),
                        new RendezvousEffect.Rejoin(because),
                        new RendezvousEffect.TakeOver());
        assertThat(after.effects()).containsExactly(new RendezvousEffect.TakeOver());
    }

    @Test
    void a_spare_gives_a_lost_store_up_after_its_join_timeout() {
        var spare =
                rules.on(
                                Standing.START.with(new Seat.Joining(JOIN_BY)),
                                new Read(
                                        with(
                                                complete(3, A, C),
                                                Optional.empty(),
                                                false,
                                                Set.of(),
                                                Set.of(B))),
                                NOW)
                        .next();
        var begins = rules.on(spare, away(ofSeconds(9_000), A), after(ofSeconds(9_000)));
        var ends = rules.on(begins.next(), away(ofSeconds(9_000), A), after(ofSeconds(9_600)));

        assertThat(begins.effects().getFirst())
                .isEqualTo(
                        new RendezvousEffect.TellUnreachable(
                                "refused; it was served by a, last heard of 2 h 30 min ago; this"
                                        + " spare looks for it, given up in 10 min"));
        assertThat(ends.next().seat()).isEqualTo(new Seat.Over(Seat.Ending.UNREACHABLE));
    }

    @Test
    void workers_run_on_without_a_place_that_no_member_serves_for_as_long_as_it_is_away() {
        var joined = joined(complete(3, A, B));

        var begins = rules.on(joined, awayAlone(ofSeconds(2)), after(ofSeconds(3)));
        var lasts = rules.on(begins.next(), awayAlone(ofSeconds(2)), after(ofSeconds(9_000)));
        var left = rules.on(joined, away(ofSeconds(2), C), after(ofSeconds(9_000)));

        String because = "the workers run on without it, and this node looks for it";
        assertThat(begins.effects())
                .containsExactly(
                        new RendezvousEffect.TellUnreachable("refused; " + because),
                        new RendezvousEffect.TakeOver());
        assertThat(lasts.effects()).containsExactly(new RendezvousEffect.TakeOver());
        assertThat(lasts.next().seat()).isEqualTo(joined.seat());
        assertThat(left.effects()).noneMatch(RendezvousEffect.Rejoin.class::isInstance);
    }

    @Test
    void a_store_that_may_be_torchruns_is_missed_like_the_member_that_served_it() {
        var joined = joined(complete(3, A, B)).withForeign(Set.of(A));

        var lost = rules.on(joined, awayAlone(ofSeconds(2)), after(ofSeconds(17)));

        assertThat(lost.effects()).anyMatch(RendezvousEffect.Rejoin.class::isInstance);
    }

    private static RendezvousInput awayAlone(Duration since) {
        return new RendezvousInput.Unreachable(after(since).uptime(), "refused", Optional.empty());
    }

    private static RendezvousInput away(Duration since, Node host) {
        return new RendezvousInput.Unreachable(after(since).uptime(), "refused", Optional.of(host));
    }
}
