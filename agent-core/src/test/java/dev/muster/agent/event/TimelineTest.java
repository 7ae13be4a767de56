package dev.muster.agent.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.event.Timeline.Bar;
import dev.muster.agent.event.Timeline.Kind;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFiles;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

class TimelineTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final Timeline.Reading reading = new Timeline.Reading();

    @Test
    void a_stretch_ends_as_its_worker_did_and_the_culprit_is_marked() {
        attempt(0, 0);
        started(0, 0);
        started(0, 1);
        exited(5, 1, new WorkerExit.Failed(3));
        exited(6, 0, new WorkerExit.Killed(Signal.TERM, true));
        reading.take(
                new AgentEvent.AttemptEnded(at(7), 0, Optional.of(new Rank(1)), "rank 1 failed"));

        assertThat(lane(0)).containsExactly(bar(0, 6, Kind.STOPPED, 0, "was stopped with SIGTERM"));
        assertThat(lane(1)).containsExactly(bar(0, 5, Kind.CULPRIT, 0, "failed with exit code 3"));
    }

    @Test
    void what_goes_on_is_open_up_to_the_last_event_and_is_asked_again() {
        attempt(0, 0);
        started(0, 0);
        reading.take(new AgentEvent.Noticed(at(4), "something"));

        assertThat(lane(0)).containsExactly(open(0, 4));
        exited(9, 0, new WorkerExit.Succeeded());
        assertThat(lane(0)).containsExactly(bar(0, 9, Kind.DONE, 0, "is done"));
    }

    @Test
    void silence_lies_over_the_stretch_from_the_last_output_on() {
        attempt(0, 0);
        started(0, 0);
        reading.take(new AgentEvent.WorkerSilent(at(5), new Rank(0), at(2)));

        assertThat(lane(0))
                .containsExactly(
                        open(0, 5), new Bar(at(2), at(5), Kind.SILENT, 0, true, "printed nothing"));
        reading.take(new AgentEvent.WorkerHeard(at(8), new Rank(0)));
        assertThat(lane(0).getFirst()).isEqualTo(bar(2, 8, Kind.SILENT, 0, "printed nothing"));
    }

    @Test
    void each_attempt_has_bars_of_its_own() {
        attempt(0, 0);
        started(0, 0);
        exited(3, 0, new WorkerExit.Failed(1));
        attempt(4, 1);
        started(4, 0);
        exited(8, 0, new WorkerExit.Succeeded());

        assertThat(lane(0)).extracting(Bar::attempt).containsExactly(0, 1);
        assertThat(reading.timeline().attempts())
                .extracting(Timeline.Start::at)
                .containsExactly(at(0), at(4));
    }

    @Test
    void nodes_are_there_from_when_they_were_seen_until_they_are_lost() {
        attempt(0, 0);
        reading.take(new RendezvousEvent.NodesSeen(at(1), 0, false, nodes("a"), "gathering"));
        reading.take(new RendezvousEvent.NodesSeen(at(2), 0, true, nodes("a", "b"), "complete"));
        reading.take(new RendezvousEvent.NodeLost(at(9), "b", Duration.ofSeconds(5), "b is lost"));
        reading.take(new AgentEvent.RunEnded(at(12), Outcome.FAILED, 1, "b is lost"));

        var timeline = reading.timeline();

        assertThat(timeline.nodes().keySet()).containsExactly("a", "b");
        assertThat(timeline.nodes().get("a"))
                .containsExactly(bar(1, 12, Kind.DONE, 0, "was there to the end"));
        assertThat(timeline.nodes().get("b"))
                .containsExactly(bar(2, 9, Kind.FAILED, 0, "was lost"));
        assertThat(timeline.changes())
                .containsExactly(new Timeline.Change(at(9), true, "b is lost"));
    }

    private static List<NodeView> nodes(String... names) {
        return List.of(names).stream()
                .map(name -> new NodeView(name, name, NodeView.Standing.MEMBER, 0))
                .toList();
    }

    private void attempt(int second, int number) {
        reading.take(new AgentEvent.AttemptStarted(at(second), number, number, 2, "a start"));
    }

    private void started(int second, int rank) {
        var none = Path.of("none");
        reading.take(
                new AgentEvent.WorkerStarted(
                        at(second),
                        new Rank(rank),
                        new LocalRank(rank),
                        100 + rank,
                        new WorkerFiles(none, none, none)));
    }

    private void exited(int second, int rank, WorkerExit exit) {
        reading.take(new AgentEvent.WorkerExited(at(second), new Rank(rank), exit));
    }

    private List<Bar> lane(int rank) {
        return reading.timeline().lanes().getOrDefault(new Rank(rank), List.of());
    }

    private static Bar bar(int from, int to, Kind kind, int attempt, String words) {
        return new Bar(at(from), at(to), kind, attempt, words);
    }

    private static Bar open(int from, int to) {
        return new Bar(at(from), at(to), Kind.OPEN, 0, true, "not seen to end");
    }

    private static Instant at(int second) {
        return NOON.plusSeconds(second);
    }
}
