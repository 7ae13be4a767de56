package dev.muster.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.event.AgentEvent;
import dev.muster.agent.event.NumberedEvent;
import dev.muster.agent.job.FailureCause;
import dev.muster.agent.job.LocalRank;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.Signal;
import dev.muster.agent.job.WorkerExit;
import dev.muster.agent.job.WorkerFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class EventReaderTest {
    static Stream<AgentEvent> oneOfEachKind() {
        return SampleEvents.oneOfEachKind().stream();
    }

    static Stream<WorkerExit> exits() {
        return Stream.concat(
                Stream.of(
                        new WorkerExit.Succeeded(),
                        new WorkerExit.Failed(255),
                        new WorkerExit.NeverStarted("No such file or directory")),
                IntStream.rangeClosed(1, 64)
                        .mapToObj(number -> new WorkerExit.Killed(new Signal(number), false)));
    }

    static Stream<FailureCause> causes() {
        return Stream.of(
                new FailureCause.Raised("ValueError: bad sample"),
                new FailureCause.WriteFailed("a write failed: No space left on device"),
                new FailureCause.Exited(),
                new FailureCause.OutOfMemory("oom_kill went from 0 to 1"),
                new FailureCause.Signalled(Optional.empty()),
                new FailureCause.Signalled(Optional.of("Fatal Python error: Segmentation fault")),
                new FailureCause.TimedOut("step"),
                new FailureCause.LostPeer("RuntimeError: connection closed by peer"),
                new FailureCause.Stopped());
    }

    @ParameterizedTest
    @MethodSource("causes")
    void the_cause_of_a_failure_stays_what_it_was(FailureCause cause) {
        var failure =
                new WorkerFailure(
                        new Rank(3),
                        new LocalRank(1),
                        4712,
                        new WorkerExit.Killed(new Signal(11), false),
                        SampleEvents.AT,
                        true,
                        cause,
                        Optional.empty(),
                        SampleEvents.AT,
                        List.of());
        var found =
                new NumberedEvent(
                        1, new AgentEvent.FailuresFound(SampleEvents.AT, 0, List.of(failure)));

        assertThat(EventReader.read(EventJson.line(found))).isEqualTo(found);
    }

    @ParameterizedTest
    @MethodSource("oneOfEachKind")
    void an_event_comes_back_as_it_was_written(AgentEvent event) {
        var numbered = new NumberedEvent(17, event);

        assertThat(EventReader.read(EventJson.line(numbered))).isEqualTo(numbered);
    }

    @ParameterizedTest
    @MethodSource("exits")
    void a_signal_stays_a_signal_and_a_code_a_code(WorkerExit exit) {
        var exited =
                new NumberedEvent(
                        1, new AgentEvent.WorkerExited(SampleEvents.AT, new Rank(0), exit));

        assertThat(EventReader.read(EventJson.line(exited))).isEqualTo(exited);
    }

    @Test
    void an_event_of_a_later_version_keeps_its_number_and_says_what_it_is() {
        var read =
                EventReader.read(
                        "{\"seq\":4,\"at\":\"2026-03-01T12:00:00.250Z\",\"event\":\"moon-rose\"}");

        assertThat(read)
                .isEqualTo(
                        new NumberedEvent(
                                4,
                                new AgentEvent.Noticed(
                                        SampleEvents.AT,
                                        "an event that this version of Muster does not know:"
                                                + " moon-rose")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "                                          | found nothing, expected an object",
                "{\"seq\":                                 | not JSON: ",
                "[1]                                       | found [1], expected an object",
                "{\"seq\":1}                               | at: found nothing, expected a text",
                "{\"seq\":0,\"at\":\"2026-03-01T12:00:00Z\",\"event\":\"worker-heard\",\"rank\":0}"
                        + "| seq: 0 (expected: >= 1)",
                "{\"seq\":1,\"at\":\"noon\",\"event\":\"x\"}"
                        + "| at: found \"noon\", expected a time",
                "{\"seq\":1,\"at\":\"2026-03-01T12:00:00Z\",\"event\":\"worker-heard\",\"rank\":-1}"
                        + "| rank",
                "{\"seq\":1,\"at\":\"2026-03-01T12:00:00Z\",\"event\":\"worker-heard\","
                        + "\"rank\":99999999999}"
                        + "| rank: found 99999999999, expected a whole number of 32 bits",
            })
    void what_is_no_event_is_refused_in_a_sentence(String line, String sentence) {
        assertThatThrownBy(() -> EventReader.read(line == null ? "" : line))
                .isInstanceOf(UnreadableRecord.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void a_tower_of_brackets_is_refused_and_not_climbed() {
        String tower = "{\"seq\":1,\"x\":" + "[".repeat(100_000);

        assertThatThrownBy(() -> EventReader.read(tower)).isInstanceOf(UnreadableRecord.class);
    }
}
