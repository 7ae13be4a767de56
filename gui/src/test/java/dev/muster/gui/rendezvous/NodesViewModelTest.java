package dev.muster.gui.rendezvous;

import static dev.muster.agent.event.NodeView.Standing.MEMBER;
import static dev.muster.agent.event.NodeView.Standing.SPARE;
import static dev.muster.agent.event.NodeView.Standing.WAITING;
import static dev.muster.gui.testing.RunStory.NOON;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.Attendance;
import dev.muster.agent.event.BarrierEvent.BarrierAwaited;
import dev.muster.agent.event.BarrierKind;
import dev.muster.agent.event.NodeView;
import dev.muster.agent.event.Outcome;
import dev.muster.agent.event.RendezvousEvent.MeetingPlaceHeard;
import dev.muster.agent.event.RendezvousEvent.NodeLost;
import dev.muster.agent.event.RendezvousEvent.NodesSeen;
import dev.muster.agent.event.RendezvousEvent.RoundJoined;
import dev.muster.agent.event.RendezvousEvent.RoundSought;
import dev.muster.gui.fx.Mark;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

class NodesViewModelTest {
    private final NodesViewModel model = new NodesViewModel();
    private final RunStory story = RunStory.together("7f3a", "train.py", 2, 2, 4);

    @Test
    void a_run_that_is_alone_in_its_job_has_no_nodes_to_show() {
        model.show(RunStory.accepted("7f3a", "train.py", 2, 0).started().snapshot());

        assertThat(model.chips().get()).isEmpty();
    }

    @Test
    void before_a_round_there_are_those_who_are_here_and_a_place_for_who_is_missing() {
        story.tell(new RoundSought(NOON, "joining round 0"));
        seen(false, node("gpu-a", MEMBER, 0));

        show();

        assertThat(words()).containsExactly("gpu-a here", "1 node missing");
        assertThat(model.chips().get().getLast().mark()).isEqualTo(Mark.EXPECTED);
    }

    @Test
    void in_a_round_each_node_has_its_group_rank_and_one_of_them_is_this_one() {
        joined();

        show();

        assertThat(words()).containsExactly("0 gpu-a", "1 gpu-b");
        assertThat(model.chips().get()).extracting(NodeChip::here).containsExactly(true, false);
    }

    @Test
    void whoever_waits_is_a_spare_or_is_gone_is_told_apart() {
        joined();
        story.tell(new NodeLost(NOON, "gpu-b_2_0", Duration.ofSeconds(15), "gpu-b is lost"));
        seen(true, node("gpu-a", MEMBER, 0), node("gpu-c", WAITING, 0), node("gpu-d", SPARE, 0));

        show();

        assertThat(words())
                .containsExactly(
                        "0 gpu-a", "gpu-b gone", "gpu-c waits for the next round", "gpu-d spare");
    }

    @Test
    void nodes_of_one_address_are_told_apart_by_their_processes() {
        seen(
                true,
                new NodeView("vm_1_0", "vm", MEMBER, 0),
                new NodeView("vm_2_0", "vm", MEMBER, 1));

        show();

        assertThat(words()).containsExactly("0 vm_1_0", "1 vm_2_0");
    }

    @Test
    void at_the_end_those_that_are_waited_for_stand_out() {
        joined();
        story.atExitBarrier("gpu-b_2_0");

        show();

        assertThat(words()).containsExactly("0 gpu-a", "1 gpu-b not done yet");
    }

    @Test
    void where_nobody_told_who_the_others_are_those_missing_at_the_end_are_still_named() {
        story.tell(new RoundJoined(NOON, 1, 0, 2, 0, 4, "gpu-a:41873"));

        story.atExitBarrier("node 1");
        show();

        assertThat(words()).containsExactly("node 1 not done yet");
    }

    @Test
    void a_barrier_of_processes_shows_how_full_it_is_and_who_is_missing() {
        joined();
        var attendance = new Attendance(1, 3, List.of("0"), List.of("1", "2"));
        story.tell(new BarrierAwaited(NOON, BarrierKind.PEER, NOON, attendance, "waiting"));

        show();

        assertThat(words())
                .containsExactly(
                        "0 gpu-a", "1 gpu-b", "barrier 1 of 3 here", "1 missing", "2 missing");
    }

    @Test
    void a_member_that_is_gone_is_shown_once_in_its_place() {
        joined();
        story.tell(new NodeLost(NOON, "gpu-b_2_0", Duration.ofSeconds(15), "gpu-b is lost"));

        show();

        assertThat(words()).containsExactly("0 gpu-a", "1 gpu-b gone");
    }

    @Test
    void of_many_who_stand_out_alike_there_is_the_number() {
        seen(
                true,
                IntStream.range(0, 500)
                        .mapToObj(k -> node("n%04d".formatted(k), SPARE, 0))
                        .toArray(NodeView[]::new));

        show();

        assertThat(words()).containsExactly("500 nodes spare");
    }

    @Test
    void of_very_many_members_there_is_the_number_and_whoever_stands_out() {
        var nodes = IntStream.range(0, 1_000).mapToObj(k -> node("n%04d".formatted(k), MEMBER, k));
        seen(true, nodes.toArray(NodeView[]::new));
        story.tell(new MeetingPlaceHeard(NOON, false, "the store does not answer"));

        show();

        assertThat(words()).containsExactly("1,000 nodes", "the meeting place does not answer");
    }

    @Test
    void when_the_run_is_over_its_nodes_are_nobodys_concern() {
        joined();
        story.ended(Outcome.SUCCEEDED, 0, "all 2 nodes are done");

        show();

        assertThat(model.chips().get()).isEmpty();
    }

    private void joined() {
        seen(true, node("gpu-a", MEMBER, 0), node("gpu-b", MEMBER, 1));
        story.tell(new RoundJoined(NOON, 0, 0, 2, 0, 4, "gpu-a:41873"));
    }

    private void seen(boolean complete, NodeView... nodes) {
        story.tell(new NodesSeen(NOON, 0, complete, List.of(nodes), "the nodes have changed"));
    }

    private static NodeView node(String address, NodeView.Standing standing, int groupRank) {
        String process = address.equals("gpu-b") ? "_2_0" : "_1_0";
        return new NodeView(address + process, address, standing, groupRank);
    }

    private void show() {
        model.show(story.snapshot());
    }

    private List<String> words() {
        return model.chips().get().stream()
                .map(chip -> "%s %s %s".formatted(chip.rank(), chip.name(), chip.word()).strip())
                .toList();
    }
}
