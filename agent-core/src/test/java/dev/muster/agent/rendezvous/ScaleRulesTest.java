package dev.muster.agent.rendezvous;

import static dev.muster.agent.rendezvous.RendezvousChange.ADD_TO_PARTICIPANTS;
import static dev.muster.agent.rendezvous.RendezvousChange.REMOVE_FROM_PARTICIPANTS;
import static dev.muster.agent.rendezvous.RendezvousChange.REMOVE_FROM_REDUNDANCY_LIST;

import static org.assertj.core.api.Assertions.assertThat;

import static java.time.Duration.ofSeconds;

import dev.muster.agent.rendezvous.RendezvousEffect.TellCrowded;
import dev.muster.agent.rendezvous.RendezvousEffect.TellNotice;
import dev.muster.agent.rendezvous.RendezvousEffect.TellScaled;
import dev.muster.agent.rendezvous.RendezvousEffect.TellWaiting;
import dev.muster.agent.rendezvous.RendezvousInput.Foreign;
import dev.muster.agent.rendezvous.RendezvousInput.Read;
import dev.muster.agent.rendezvous.RendezvousInput.Scaled;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Optional;
import java.util.Set;

/** What a node, told two to three nodes, makes of other numbers. */
class ScaleRulesTest extends NodeBsRules {
    private static final Scaling TWO = new Scaling(2, 2, "somebody on a");
    private static final Scaling FOUR = new Scaling(4, 4, "somebody on a");

    private final ScaleRules scaleRules = new ScaleRules(rules.settings());

    @Test
    void a_node_says_what_it_goes_by_from_now_on_and_who_asked_for_it() {
        var step = rules.on(joined(complete(0, A, B)), new Scaled(TWO), NOW);

        assertThat(step.effects())
                .containsExactly(
                        new TellScaled(
                                2,
                                2,
                                "the job may have 2 nodes from now on, no longer 2 to 3 nodes:"
                                        + " asked for by somebody on a"));
    }

    @Test
    void a_node_that_comes_later_takes_it_in_the_place_of_its_own() {
        var step = rules.on(joining(), new Scaled(FOUR), NOW);

        assertThat(step.because())
                .isEqualTo(
                        "the job may have 4 nodes, as asked for by somebody on a: that counts here"
                                + " too, in the place of the 2 to 3 nodes that this node was"
                                + " started with");
        var state = change(step.next(), gathering(A, C), ADD_TO_PARTICIPANTS);
        assertThat(state.complete()).as("by its own three would be all").isFalse();
    }

    @Test
    void what_a_node_was_told_anyway_is_not_worth_telling() {
        var step = rules.on(joining(), new Scaled(new Scaling(2, 3, "somebody")), NOW);

        assertThat(step.effects()).isEmpty();
        assertThat(step.next().scaling()).isPresent();
    }

    @Test
    void a_round_of_more_than_there_may_be_is_begun_anew_which_is_told_once() {
        var three = complete(0, A, B, C);

        var told = rules.on(scaled(joined(three), TWO), new Read(three), NOW);
        var again = rules.on(told.next(), new Read(three), NOW);

        assertThat(told.effects())
                .contains(
                        new TellCrowded(
                                "round 0 has 3 nodes where the job may have 2 nodes by now: a new"
                                        + " one begins without 1 of them"));
        assertThat(again.effects()).noneMatch(TellCrowded.class::isInstance);
    }

    @Test
    void among_agents_that_are_not_ours_a_round_of_too_many_goes_on() {
        var three = complete(0, A, B, C);
        var among = rules.on(scaled(joined(three), TWO), new Foreign(Set.of(C)), NOW).next();

        var step = rules.on(among, new Read(three), NOW);

        assertThat(step.effects()).noneMatch(TellCrowded.class::isInstance);
    }

    @Test
    void a_round_of_fewer_than_there_should_be_goes_on_until_enough_wait() {
        var two = complete(0, A, B);
        var joined = scaled(joined(two), FOUR);
        var oneWaits = with(two, Optional.empty(), false, Set.of(C), Set.of());
        var bothWait = with(two, Optional.empty(), false, Set.of(C, D), Set.of());

        var alone = rules.on(joined, new Read(two), NOW);
        var tooFew = rules.on(alone.next(), new Read(oneWaits), NOW);
        var enough = rules.on(tooFew.next(), new Read(bothWait), NOW);

        assertThat(alone.effects()).noneMatch(TellWaiting.class::isInstance);
        assertThat(tooFew.effects()).noneMatch(TellWaiting.class::isInstance);
        assertThat(enough.effects()).anyMatch(TellWaiting.class::isInstance);
    }

    @Test
    void who_waits_for_such_a_round_says_how_many_it_takes() {
        var state = with(complete(0, A), Optional.empty(), false, Set.of(B), Set.of());

        var step = rules.on(scaled(joining(), FOUR), new Read(state), NOW);

        assertThat(step.because())
                .isEqualTo(
                        "round 0 is under way with 1 node (a); waiting until there are 4 for a new"
                                + " one, given up in 8 min 20 s");
    }

    @Test
    void a_spare_takes_the_place_that_a_job_of_more_nodes_has() {
        var spare = with(complete(0, A, C, D), Optional.empty(), false, Set.of(), Set.of(B));

        change(scaled(joining(), FOUR), spare, REMOVE_FROM_REDUNDANCY_LIST);
    }

    @Test
    void of_too_many_who_gather_the_last_in_order_make_room() {
        var first = rules.on(scaled(joining(), TWO), new Read(gathering(A, B, C)), NOW);
        var last = scaled(joining(), new Scaling(1, 1, "somebody"));

        assertThat(first.because())
                .isEqualTo(
                        "3 nodes (a, b, c) where the job may have 2 nodes by now: waiting for 1 to"
                                + " make room");
        change(last, gathering(A, B, C), REMOVE_FROM_PARTICIPANTS);
    }

    @Test
    void a_lost_node_is_missed_by_the_numbers_that_count_by_now() {
        var four = complete(0, A, B, C, D);
        var at = scaled(joined(four), FOUR);
        var later = after(ofSeconds(1));
        var left = beating(complete(0, A, B, C), later);

        var step = rules.on(rules.on(at, new Read(four), NOW).next(), new Read(left), later);

        assertThat(step.because()).endsWith("a new round needs 1 more");
    }

    @Test
    void an_agent_that_is_not_ours_is_named_as_the_reason_why_not() {
        var among = rules.on(joining(), new Foreign(Set.of(C)), NOW).next();

        assertThat(scaleRules.obstacle(among, complete(0, A, B, C), FOUR))
                .contains(
                        "c: an agent that is not Muster's goes by the --nnodes it was started with,"
                                + " and cannot be told another; scale once it has left, or start"
                                + " all anew");
        assertThat(scaleRules.obstacle(among, complete(0, A, B), FOUR)).as("it has left").isEmpty();
    }

    @Test
    void an_agent_that_is_not_ours_and_comes_later_is_told_of() {
        var at = scaled(joining(), TWO);

        var step = rules.on(at, new Foreign(Set.of(C)), NOW);
        var again = rules.on(step.next(), new Foreign(Set.of(C)), NOW);

        assertThat(step.effects())
                .containsExactly(
                        new TellNotice(
                                "c: an agent that is not Muster's does not know that the job may"
                                        + " have 2 nodes by now, and goes by its own --nnodes"));
        assertThat(again.effects()).isEmpty();
    }

    @Test
    void what_is_so_already_and_what_is_over_is_not_scaled() {
        var closed = with(complete(0, A), Optional.empty(), true, Set.of(), Set.of());

        assertThat(scaleRules.obstacle(scaled(joining(), FOUR), complete(0, A), FOUR))
                .contains("the job may have 4 nodes already");
        assertThat(scaleRules.obstacle(joining(), closed, FOUR))
                .contains("the rendezvous 'run' is over");
    }

    @Test
    void what_is_said_reads_as_it_was_written() {
        assertThat(Scaling.parse(TWO.text())).contains(TWO);
        assertThat(new Scaling(1, 2, "two\nlines").by()).isEqualTo("two lines");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2:3", "3:2 somebody", "0:1 somebody", "1234567890:2 somebody"})
    void anything_else_says_nothing(String text) {
        assertThat(Scaling.parse(text)).isEmpty();
    }

    private Standing scaled(Standing at, Scaling scaling) {
        return rules.on(at, new Scaled(scaling), NOW).next();
    }
}
