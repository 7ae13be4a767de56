package dev.muster.agent.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.NodeView;
import dev.muster.agent.event.Phase;
import dev.muster.agent.event.RendezvousEvent;
import dev.muster.agent.event.RendezvousEvent.MeetingPlaceHeard;
import dev.muster.agent.event.RendezvousEvent.NodeLeft;
import dev.muster.agent.event.RendezvousEvent.NodeLost;
import dev.muster.agent.event.RendezvousEvent.NodesSeen;
import dev.muster.agent.event.RendezvousEvent.RoundSought;
import dev.muster.agent.event.RendezvousEvent.RunIdClosed;
import dev.muster.agent.rendezvous.Moment;
import dev.muster.agent.rendezvous.Node;
import dev.muster.agent.rendezvous.RendezvousState;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

class OnlookerRulesTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final Node A = new Node("a", 1, 0);
    private static final Node B = new Node("b", 2, 0);

    private final List<RendezvousEvent> told = new ArrayList<>();
    private Sighting seen = Sighting.NOTHING;
    private OnlookerRules.Step last =
            new OnlookerRules.Step(Sighting.NOTHING, List.of(), Phase.GATHERING, "");
    private long second;

    @Test
    void a_place_where_nobody_has_come_is_said_to_be_empty() {
        look(RendezvousState.EMPTY);

        assertThat(last.phase()).isEqualTo(Phase.GATHERING);
        assertThat(last.because()).isEqualTo("nobody has come yet");
    }

    @Test
    void a_round_gathers_and_then_runs() {
        look(gathering(Map.of(A, 0L)));
        String gathering = last.because();
        look(complete(Map.of(A, 0L, B, 0L)));

        assertThat(gathering).isEqualTo("round 3 gathers: 1 node (a_1_0) so far");
        assertThat(last.phase()).isEqualTo(Phase.RUNNING);
        assertThat(last.because()).isEqualTo("round 3 is running on 2 nodes (a_1_0, b_2_0)");
        assertThat(told)
                .extracting(Object::getClass)
                .containsExactly(RoundSought.class, NodesSeen.class, NodesSeen.class);
    }

    @Test
    void the_age_of_a_heartbeat_counts_from_when_it_was_seen_to_change() {
        look(complete(Map.of(A, -3600L, B, 3600L))); // wall clocks an hour apart
        look(complete(Map.of(A, -3595L, B, 3600L)));

        var nodes = ((NodesSeen) told.getLast()).nodes();
        assertThat(nodes)
                .extracting(NodeView::heardAt)
                .containsExactly(Optional.of(START.plusSeconds(2)), Optional.empty());
    }

    @Test
    void a_node_whose_heartbeat_stands_still_is_lost_and_named_once() {
        for (long beat = 0; beat < 40; beat++) look(complete(Map.of(A, beat, B, 0L)));

        assertThat(told.stream().filter(NodeLost.class::isInstance))
                .containsExactly(
                        new NodeLost(
                                START.plusSeconds(16),
                                "b_2_0",
                                Duration.ofSeconds(15),
                                "b_2_0 is lost: no sign of life for 15 s"));
        assertThat(last.because()).endsWith("; no sign of life from b_2_0");
    }

    @Test
    void a_node_that_others_took_off_the_list_for_its_silence_is_lost_and_one_that_goes_left() {
        for (long beat = 0; beat < 12; beat++) look(complete(Map.of(A, beat, B, 0L)));
        look(complete(Map.of(A, 12L)));
        look(complete(Map.of()));

        assertThat(told)
                .filteredOn(event -> event instanceof NodeLost || event instanceof NodeLeft)
                .satisfiesExactly(
                        lost -> assertThat(((NodeLost) lost).node()).isEqualTo("b_2_0"),
                        left ->
                                assertThat(left)
                                        .isEqualTo(
                                                new NodeLeft(
                                                        START.plusSeconds(14),
                                                        "a_1_0",
                                                        "a_1_0 is no longer listed")));
    }

    @Test
    void nobody_is_lost_for_a_time_in_which_nobody_looked() {
        look(complete(Map.of(A, 0L)));
        second += 3600; // this machine was asleep
        look(complete(Map.of(A, 0L)));
        look(new Look.Unanswered("gone"));
        second += 3600;
        look(complete(Map.of(A, 0L)));

        assertThat(told).noneMatch(NodeLost.class::isInstance);
    }

    @Test
    void a_place_that_does_not_answer_is_told_once_and_so_is_its_return() {
        look(complete(Map.of(A, 0L)));
        look(new Look.Unanswered("no store at a:1"));
        look(new Look.Unanswered("no store at a:1"));
        String away = last.because();
        look(complete(Map.of(A, 5L)));

        assertThat(away).isEqualTo("no store at a:1; what is shown was seen before");
        assertThat(told.stream().filter(MeetingPlaceHeard.class::isInstance))
                .extracting(event -> ((MeetingPlaceHeard) event).answers())
                .containsExactly(false, true);
    }

    @Test
    void what_cannot_be_understood_is_said_and_changes_nothing_else() {
        look(complete(Map.of(A, 0L)));
        int before = told.size();
        look(new Look.Unreadable("not base64"));

        assertThat(told).hasSize(before);
        assertThat(last.phase()).isEqualTo(Phase.RUNNING);
        assertThat(last.because()).isEqualTo("not base64; what is shown was seen before");
    }

    @Test
    void who_falls_silent_after_the_run_id_was_closed_is_done_and_not_lost() {
        look(complete(Map.of(A, 0L)));
        look(closed(Map.of(A, 0L)));
        Phase ending = last.phase();
        for (int beat = 0; beat < 20; beat++) look(closed(Map.of(A, 0L)));

        assertThat(told).noneMatch(NodeLost.class::isInstance);
        assertThat(told.stream().filter(RunIdClosed.class::isInstance)).hasSize(1);
        assertThat(ending).isEqualTo(Phase.FINISHING);
        assertThat(last.phase()).isEqualTo(Phase.ENDED);
        assertThat(last.because())
                .isEqualTo(
                        "the job is over: its run id is closed, and none of its nodes shows a sign"
                                + " of life");
    }

    @Test
    void a_closed_job_whose_store_goes_as_well_is_over() {
        look(complete(Map.of(A, 0L)));
        look(closed(Map.of(A, 0L)));
        look(new Look.Unanswered("no store at a:1"));

        assertThat(last.phase()).isEqualTo(Phase.ENDED);
        assertThat(last.because()).isEqualTo("no store at a:1; the job was over or ending");
    }

    private void look(RendezvousState state) {
        look(new Look.Seen(state));
    }

    private void look(Look look) {
        second++;
        var now = new Moment(START.plusSeconds(second), Duration.ofSeconds(1000 + second));
        last = OnlookerRules.DEFAULT.on(seen, look, now);
        seen = last.next();
        told.addAll(last.events());
    }

    private static RendezvousState gathering(Map<Node, Long> beats) {
        return state(false, false, beats);
    }

    private static RendezvousState complete(Map<Node, Long> beats) {
        return state(true, false, beats);
    }

    private static RendezvousState closed(Map<Node, Long> beats) {
        return state(true, true, beats);
    }

    private static RendezvousState state(boolean complete, boolean closed, Map<Node, Long> beats) {
        var ranks = new HashMap<Node, Integer>();
        var heartbeats = new HashMap<Node, Instant>();
        beats.forEach(
                (node, beat) -> {
                    ranks.put(node, node.equals(A) ? 0 : 1);
                    heartbeats.put(node, START.plusSeconds(beat));
                });
        return new RendezvousState(
                3, complete, Optional.empty(), closed, ranks, Set.of(), Set.of(), heartbeats);
    }
}
