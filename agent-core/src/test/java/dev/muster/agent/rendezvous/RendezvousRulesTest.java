package dev.muster.agent.rendezvous;

import static dev.muster.agent.rendezvous.RendezvousChange.ADD_TO_PARTICIPANTS;
import static dev.muster.agent.rendezvous.RendezvousChange.ADD_TO_REDUNDANCY_LIST;
import static dev.muster.agent.rendezvous.RendezvousChange.ADD_TO_WAIT_LIST;
import static dev.muster.agent.rendezvous.RendezvousChange.KEEP_ALIVE;
import static dev.muster.agent.rendezvous.RendezvousChange.MARK_RENDEZVOUS_CLOSED;
import static dev.muster.agent.rendezvous.RendezvousChange.MARK_RENDEZVOUS_COMPLETE;
import static dev.muster.agent.rendezvous.RendezvousChange.REMOVE_FROM_PARTICIPANTS;
import static dev.muster.agent.rendezvous.RendezvousChange.REMOVE_FROM_REDUNDANCY_LIST;
import static dev.muster.agent.rendezvous.RendezvousChange.REMOVE_FROM_WAIT_LIST;
import static dev.muster.agent.rendezvous.RendezvousChange.START_LAST_CALL;

import static org.assertj.core.api.Assertions.assertThat;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import dev.muster.agent.rendezvous.RendezvousEffect.CompareSet;
import dev.muster.agent.rendezvous.RendezvousEffect.ConfirmMembers;
import dev.muster.agent.rendezvous.RendezvousEffect.TellJoined;
import dev.muster.agent.rendezvous.RendezvousEffect.TellLost;
import dev.muster.agent.rendezvous.RendezvousEffect.WakeAt;
import dev.muster.agent.rendezvous.RendezvousInput.Confirmed;
import dev.muster.agent.rendezvous.RendezvousInput.Read;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** elastic-agent §2.4 and §2.5, case by case. */
class RendezvousRulesTest {
    private static final Node A = new Node("a", 1, 0);
    private static final Node B = new Node("b", 1, 0);
    private static final Node C = new Node("c", 1, 0);
    private static final Node D = new Node("d", 1, 0);
    private static final Instant WALL = Instant.parse("2026-01-01T00:00:00Z");
    private static final Moment NOW = new Moment(WALL, ofSeconds(1_000));
    private static final Duration JOIN_BY = ofSeconds(1_500);

    /** From two to three nodes; this node is b. */
    private final RendezvousRules rules =
            new RendezvousRules(
                    B,
                    new RendezvousSettings(
                            "run",
                            2,
                            3,
                            RendezvousTimeouts.DEFAULT,
                            ofSeconds(5),
                            3,
                            NodeLossPolicy.REFORM));

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
                .isEqualTo("The rendezvous 'run' is closed, terminating pending rendezvous.");
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
        var refused = new RendezvousInput.Unreachable(NOW.uptime(), "refused");

        var givenUp = new Seat.Over(Seat.Ending.UNREACHABLE);
        assertThat(rules.on(closing, refused, after(ofSeconds(4))).next()).isEqualTo(closing);
        assertThat(rules.on(closing, refused, after(ofSeconds(5))).next().seat())
                .isEqualTo(givenUp);
        assertThat(rules.on(leaving, refused, after(ofSeconds(4))).next()).isEqualTo(leaving);
        assertThat(rules.on(leaving, refused, after(ofSeconds(5))).next().seat())
                .isEqualTo(givenUp);
        assertThat(rules.on(closing, refused, after(ofSeconds(1))).effects())
                .containsExactly(new WakeAt(after(ofSeconds(5)).uptime()));
    }

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

        var told = rules.on(waiting.next(), new Read(gathering()), after(ofMillis(14_900)));

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
        var stopping =
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
    void a_member_that_the_others_dropped_is_told_to_rejoin_once() {
        var joined = joined(complete(3, A, B));

        var told = rules.on(joined, new Read(complete(3, A)), NOW);
        var again = rules.on(told.next(), new Read(complete(3, A)), NOW);

        assertThat(told.effects().getFirst()).isInstanceOf(RendezvousEffect.Rejoin.class);
        assertThat(again.effects()).noneMatch(RendezvousEffect.Rejoin.class::isInstance);
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

    @Test
    void a_store_that_begins_anew_makes_a_member_rejoin() {
        var step = rules.on(joined(complete(3, A, B)), new Read(RendezvousState.EMPTY), NOW);

        assertThat(step.because())
                .isEqualTo("the store has forgotten round 3 and is at 0: joining anew");
    }

    @Test
    void what_has_passed_is_rounded_down_and_what_is_left_up() {
        var threeAndABit = ofMillis(3_005);

        assertThat(Words.elapsed(threeAndABit)).isEqualTo("3 s");
        assertThat(Words.span(threeAndABit)).isEqualTo("4 s");
    }

    private static Standing joining() {
        return Standing.START.with(new Seat.Joining(JOIN_BY));
    }

    private Standing joined(RendezvousState state) {
        var asked = rules.on(joining(), new Read(state), NOW);
        return rules.on(asked.next(), new Confirmed(state.round(), state.participants()), NOW)
                .next();
    }

    /** One look per second, in which nothing changes. */
    private RendezvousRules.Step looking(
            Standing from, RendezvousState state, int firstSecond, int lastSecond) {
        var step = rules.on(from, new Read(state), after(ofSeconds(firstSecond)));
        for (int second = firstSecond + 1; second <= lastSecond; second++) {
            step = rules.on(step.next(), new Read(state), after(ofSeconds(second)));
        }
        return step;
    }

    private static Moment after(Duration time) {
        return new Moment(WALL.plus(time), NOW.uptime().plus(time));
    }

    private RendezvousState change(Standing at, RendezvousState state, RendezvousChange change) {
        return change(at, state, NOW, change);
    }

    /** What is written, which must be this change. */
    private RendezvousState change(
            Standing at, RendezvousState state, Moment now, RendezvousChange change) {
        var written = changeOf(rules.on(at, new Read(state), now));
        assertThat(written.change()).isEqualTo(change);
        return written.desired();
    }

    private static CompareSet changeOf(RendezvousRules.Step step) {
        assertThat(step.effects().getLast()).as(step.because()).isInstanceOf(CompareSet.class);
        return (CompareSet) step.effects().getLast();
    }

    private static RendezvousState gathering(Node... nodes) {
        return state(0, false, nodes);
    }

    private static RendezvousState complete(long round, Node... nodes) {
        return state(round, true, nodes);
    }

    private static RendezvousState state(long round, boolean complete, Node... nodes) {
        var participants = new TreeMap<Node, Integer>();
        var beats = new TreeMap<Node, Instant>();
        for (Node node : nodes) {
            participants.put(node, complete ? participants.size() : 0);
            beats.put(node, WALL);
        }
        return new RendezvousState(
                round, complete, Optional.empty(), false, participants, Set.of(), Set.of(), beats);
    }

    private static RendezvousState lastCall(RendezvousState state) {
        return with(state, Optional.of(WALL.plusSeconds(30)), false, Set.of(), Set.of());
    }

    private static RendezvousState with(
            RendezvousState state,
            Optional<Instant> deadline,
            boolean closed,
            Set<Node> waiting,
            Set<Node> spares) {
        var beats = new TreeMap<>(state.lastHeartbeats());
        waiting.forEach(node -> beats.put(node, WALL));
        spares.forEach(node -> beats.put(node, WALL));
        return new RendezvousState(
                state.round(),
                state.complete(),
                deadline,
                closed,
                state.participants(),
                waiting,
                spares,
                beats);
    }

    /** The same with everybody's heartbeat renewed. */
    private static RendezvousState beating(RendezvousState state, Moment now) {
        var beats = new TreeMap<>(state.lastHeartbeats());
        beats.replaceAll((_, _) -> now.wall());
        return state.withHeartbeats(beats);
    }
}
