package dev.muster.agent.rendezvous;

import static dev.muster.agent.rendezvous.RendezvousChange.KEEP_ALIVE;

import static org.assertj.core.api.Assertions.assertThat;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.muster.agent.rendezvous.RendezvousEffect.TellLost;
import dev.muster.agent.rendezvous.RendezvousEffect.WakeAt;
import dev.muster.agent.rendezvous.RendezvousInput.Read;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** elastic-agent §2.4: when a node counts as lost, and what is said of it. */
class LossRulesTest extends NodeBsRules {
    private final RendezvousRules stopping =
            new RendezvousRules(
                    B,
                    new RendezvousSettings(
                            "run",
                            2,
                            3,
                            RendezvousTimeouts.DEFAULT,
                            ofSeconds(5),
                            3,
                            NodeLossPolicy.STOP));

    @Test
    void a_sign_of_life_is_due_every_five_seconds_also_while_the_wall_clock_stands_still() {
        var state = gathering(B);
        var first = rules.on(joining(), new Read(state), NOW);
        var later = new Moment(WALL, NOW.uptime().plusSeconds(5));

        var desired = change(first.next(), state, later, KEEP_ALIVE);

        assertThat(first.effects()).containsExactly(new WakeAt(later.uptime()));
        assertThat(desired.lastHeartbeats().get(B)).isAfter(WALL);
    }

    @Test
    void a_node_is_dropped_after_fifteen_seconds_of_our_clock_whatever_its_own_says() {
        var ahead = gathering(A, B).withHeartbeats(Map.of(A, WALL.plus(ofHours(1)), B, WALL));
        var seen = looking(joining(), ahead, 0, 14);

        var early = rules.on(seen.next(), new Read(ahead), after(ofMillis(14_999)));
        var late = rules.on(seen.next(), new Read(ahead), after(ofSeconds(15)));

        assertThat(changeOf(early).desired().participants()).containsKey(A);
        assertThat(changeOf(late).desired().participants()).doesNotContainKey(A);
    }

    @Test
    void when_all_of_a_round_are_dead_the_next_one_begins() {
        var state = complete(3, A, C);
        var seen = looking(joining(), state, 0, 14);

        var desired = changeOf(rules.on(seen.next(), new Read(state), after(ofSeconds(15))));

        assertThat(desired.desired().round()).isEqualTo(4);
        assertThat(desired.desired().complete()).isFalse();
        assertThat(desired.desired().participants()).doesNotContainKeys(A, C);
    }

    @Test
    void who_did_not_look_for_a_while_gives_everybody_a_full_limit_again() {
        var state = complete(3, A, B);
        var awake = rules.on(joined(state), new Read(state), NOW).next();
        var paused = rules.on(awake, new Read(state), after(ofSeconds(20)));
        var shortly = looking(paused.next(), state, 21, 34);

        var lost = rules.on(shortly.next(), new Read(state), after(ofSeconds(35)));

        assertThat(paused.effects()).noneMatch(TellLost.class::isInstance);
        assertThat(shortly.effects()).noneMatch(TellLost.class::isInstance);
        assertThat(lost.effects().getFirst())
                .isEqualTo(
                        new TellLost(
                                A,
                                ofSeconds(35),
                                "a is lost from round 3, silent for 35 s; 1 node (b) still here;"
                                        + " a new round needs 1 more"));
    }

    @Test
    void a_foreign_node_gets_a_full_limit_too_after_a_pause_of_ours() {
        var state = complete(3, A, B);
        var foreign = joined(state).withForeign(Set.of(A));
        var awake = rules.on(foreign, new Read(state), NOW).next();

        var paused = rules.on(awake, new Read(state), after(ofSeconds(20)));

        assertThat(paused.effects()).noneMatch(TellLost.class::isInstance);
    }

    @Test
    void a_foreign_node_is_judged_by_the_wall_clock_until_its_heartbeat_is_seen_to_change() {
        var behind = gathering(A, B).withHeartbeats(Map.of(A, WALL.minusSeconds(20), B, WALL));
        var moved = gathering(A, B).withHeartbeats(Map.of(A, WALL.minusSeconds(15), B, WALL));
        var foreign = joining().withForeign(Set.of(A));

        var dropped = rules.on(foreign, new Read(behind), NOW);
        var kept = rules.on(dropped.next(), new Read(moved), after(ofSeconds(5)));

        assertThat(dropped.because()).startsWith("gathering: 1 node (b)");
        assertThat(changeOf(kept).desired().participants()).containsKey(A);
        assertThat(kept.effects().getFirst())
                .isEqualTo(
                        new RendezvousEffect.TellSkew(
                                A,
                                ofSeconds(-20),
                                "the clock of a is 20 s behind ours; from 15 s on, torchrun takes"
                                        + " live nodes for lost"));
    }

    @Test
    void a_foreign_node_may_look_once_more_before_it_counts_as_lost() {
        var state = complete(3, A, B);
        var foreign = joined(state).withForeign(Set.of(A));
        var polling = looking(foreign, state, 0, 15);

        var late = rules.on(polling.next(), new Read(state), after(ofSeconds(16)));

        assertThat(polling.effects()).noneMatch(TellLost.class::isInstance);
        assertThat(late.because()).startsWith("a is lost from round 3");
    }

    @Test
    void a_foreign_node_that_is_judged_by_the_wall_clock_was_silent_for_as_long_as_that_says() {
        var state = complete(3, A, B).withHeartbeats(Map.of(A, WALL.minusSeconds(3), B, WALL));
        var foreign = joined(state).withForeign(Set.of(A));
        var before = looking(foreign, state, 0, 12);

        var late = rules.on(before.next(), new Read(state), after(ofSeconds(13)));

        assertThat(late.because()).startsWith("a is lost from round 3, silent for 16 s");
    }

    @Test
    void a_loss_on_the_way_to_the_next_round_is_told_once() {
        var state = complete(3, A, B);
        var onTheWay = rules.on(joined(state), new RendezvousInput.AskJoin(), NOW).next();
        var waiting = looking(onTheWay, complete(3, A), 0, 14);

        var told = rules.on(waiting.next(), new Read(complete(3, A)), after(ofSeconds(15)));
        var again = rules.on(told.next(), new Read(complete(3, A)), after(ofSeconds(16)));

        assertThat(waiting.because())
                .isEqualTo(
                        "round 3 is under way with 1 node (a); waiting for them to start a new one,"
                                + " given up in 9 min 46 s; last heard of a 14 s ago, lost in 1 s");
        assertThat(told.effects().getFirst())
                .isEqualTo(
                        new TellLost(
                                A,
                                ofSeconds(15),
                                "a is lost from the last round, silent for 15 s"));
        assertThat(again.effects()).noneMatch(TellLost.class::isInstance);
    }

    @Test
    void a_loss_that_others_noticed_first_is_told_too_and_a_departure_is_not() {
        var state = complete(3, A, B, C);
        var onTheWay = rules.on(joined(state), new RendezvousInput.AskJoin(), NOW).next();
        var soon = rules.on(onTheWay, new Read(complete(3, A, C)), after(ofSeconds(1)));
        var waiting = looking(soon.next(), complete(3, A), 2, 14);

        var told = rules.on(waiting.next(), new Read(state(4, false)), after(ofMillis(14_900)));

        assertThat(waiting.effects()).noneMatch(TellLost.class::isInstance);
        assertThat(told.effects()).filteredOn(TellLost.class::isInstance).hasSize(1);
        assertThat(told.effects().getFirst())
                .isEqualTo(
                        new TellLost(
                                A,
                                ofMillis(14_900),
                                "a is lost from the last round, silent for 14 s"));
    }

    @Test
    void a_loss_on_the_way_ends_the_job_where_that_is_the_policy() {
        var onTheWay =
                rules.on(joined(complete(3, A, B)), new RendezvousInput.AskJoin(), NOW).next();
        var waiting = looking(onTheWay, complete(3, A), 0, 14);

        var told = stopping.on(waiting.next(), new Read(complete(3, A)), after(ofSeconds(15)));

        assertThat(told.effects())
                .contains(
                        new RendezvousEffect.StopJob(
                                "a is lost from the last round, silent for 15 s; that ends the"
                                        + " job"));
    }

    @Test
    void a_loss_that_was_told_in_the_round_is_not_told_again_on_the_way_to_the_next() {
        var state = complete(3, A, B);
        var lost = looking(joined(state), state, 0, 15);
        var asked =
                rules.on(lost.next(), new RendezvousInput.AskJoin(), after(ofSeconds(16))).next();

        var onTheWay = rules.on(asked, new Read(state), after(ofSeconds(16)));

        assertThat(lost.effects()).anyMatch(TellLost.class::isInstance);
        assertThat(onTheWay.effects()).noneMatch(TellLost.class::isInstance);
    }

    @Test
    void who_went_while_this_node_did_not_look_is_neither_called_lost_nor_said_to_have_left() {
        var state = complete(3, A, B, C);
        var awake = stopping.on(joined(state), new Read(state), NOW).next();

        var thawed = stopping.on(awake, new Read(complete(3, A, B)), after(ofSeconds(20)));

        assertThat(thawed.effects().getFirst())
                .isEqualTo(
                        new RendezvousEffect.TellLeft(
                                C,
                                "c is gone from round 3, left or lost while this node did not look;"
                                        + " 2 nodes (a, b) still here"));
        assertThat(thawed.effects()).noneMatch(RendezvousEffect.StopJob.class::isInstance);
    }

    @Test
    void who_was_silent_before_this_node_was_late_to_look_is_lost() {
        var state = complete(3, A, B, C);
        var quiet = looking(joined(state), state, 0, 10);

        var late = stopping.on(quiet.next(), new Read(state), after(ofMillis(16_500)));
        var vanished = stopping.on(late.next(), new Read(complete(3, A, B)), after(ofSeconds(17)));

        assertThat(late.effects()).noneMatch(TellLost.class::isInstance);
        assertThat(vanished.effects().getFirst())
                .isEqualTo(
                        new TellLost(
                                C,
                                ofSeconds(17),
                                "c is lost from round 3, silent for 17 s; 2 nodes (a, b) still"
                                        + " here; that ends the job"));
    }

    @Test
    void who_beat_shortly_before_left_also_if_this_node_was_late_to_look() {
        var state = complete(3, A, B, C);
        var awake = rules.on(joined(state), new Read(state), NOW).next();
        var late = rules.on(awake, new Read(beating(state, NOW)), after(ofMillis(10_500)));
        var beaten = beating(state, after(ofSeconds(10)));
        var heard = rules.on(late.next(), new Read(beaten), after(ofMillis(11_000)));

        var vanished = rules.on(heard.next(), new Read(complete(3, A, B)), after(ofMillis(12_000)));

        assertThat(vanished.because()).startsWith("c left round 3");
    }

    @Test
    void a_heartbeat_that_others_wrote_down_again_from_memory_is_as_old_as_it_was() {
        var state = complete(3, A, B, C);
        var beaten = beating(state, after(ofSeconds(1)));
        var joined = rules.on(joined(state), new Read(state), NOW).next();
        var away =
                new RendezvousInput.Unreachable(
                        after(ofSeconds(3)).uptime(), "refused", Optional.of(A));
        var without = rules.on(joined, away, after(ofSeconds(3))).next();

        var newer = rules.on(without, new Read(beaten), after(ofSeconds(6))).next();
        var older =
                rules.on(
                                without,
                                new Read(beating(state, after(ofSeconds(-2)))),
                                after(ofSeconds(6)))
                        .next();

        assertThat(newer.heard().silence(A, Set.of(), after(ofSeconds(6)))).isEqualTo(ofSeconds(5));
        assertThat(older.heard().silence(A, Set.of(), after(ofSeconds(6)))).isEqualTo(ofSeconds(6));
    }

    @Test
    void what_has_passed_is_rounded_down_and_what_is_left_up() {
        var threeAndABit = ofMillis(3_005);

        assertThat(Words.elapsed(threeAndABit)).isEqualTo("3 s");
        assertThat(Words.span(threeAndABit)).isEqualTo("4 s");
    }
}
