package dev.muster.agent.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalInt;

/** The forms of events and metrics, and who takes them. */
class TelemetryTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream console = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void an_event_is_written_as_python_writes_it_and_read_back() {
        String line =
                "{\"name\": \"torchelastic.worker.status.START\", \"source\": \"WORKER\","
                    + " \"timestamp\": 0, \"metadata\": {\"run_id\": \"7\", \"global_rank\": null,"
                    + " \"raw_error\": \"\\\"\\u00e9\\\"\\n"
                    + "\", \"agent_restarts\": 2, \"duration_ms\": 0.25}}";

        Event event = Event.deserialize(line);

        assertThat(event.serialize()).isEqualTo(line);
        assertThat(event.name()).isEqualTo("torchelastic.worker.status.START");
        assertThat(event.source()).isEqualTo(EventSource.WORKER);
        assertThat(event.metadata())
                .containsEntry("raw_error", "\"é\"\n")
                .containsEntry("agent_restarts", 2L)
                .containsEntry("duration_ms", 0.25)
                .containsEntry("global_rank", null);
    }

    @Test
    void times_are_milliseconds_with_their_fraction() {
        assertThat(PythonJson.of(Duration.ofNanos(166_265_177))).isEqualTo("166.265177");
        assertThat(PythonJson.of(Duration.ofMillis(40))).isEqualTo("40.0");
        assertThat(PythonJson.of(Duration.ZERO)).isEqualTo("0.0");
    }

    @Test
    void a_rendezvous_event_has_torchs_fields_and_is_read_back() {
        var event =
                new RdzvEvent(
                        "dynamic_rendezvous.py:DynamicRendezvousHandler.next_rendezvous",
                        "7",
                        "joined round 3",
                        "gpu-a",
                        4711,
                        NodeState.RUNNING,
                        Optional.of("gpu-a:29500"),
                        OptionalInt.of(1),
                        Optional.empty());

        String line = event.serialize();

        assertThat(line)
                .isEqualTo(
                        "{\"name\": \"dynamic_rendezvous.py:DynamicRendezvousHandler."
                                + "next_rendezvous\", \"run_id\": \"7\", \"message\": \"joined"
                                + " round 3\", \"hostname\": \"gpu-a\", \"pid\": 4711,"
                                + " \"node_state\": \"RUNNING\", \"master_endpoint\":"
                                + " \"gpu-a:29500\", \"rank\": 1, \"local_id\": null,"
                                + " \"error_trace\": \"\"}");
        assertThat(RdzvEvent.deserialize(line)).isEqualTo(event);
    }

    @Test
    void a_name_means_the_same_handler_each_time() {
        var handlers = new EventLogHandlers(console);
        var lines = new ArrayList<String>();
        EventLogHandler own = lines::add;

        handlers.register(EventLogHandlers.RENDEZVOUS, own);
        handlers.named(EventLogHandlers.CONSOLE).record("a line");

        assertThat(handlers.named(EventLogHandlers.CONSOLE))
                .isSameAs(handlers.named(EventLogHandlers.CONSOLE));
        assertThat(handlers.named(EventLogHandlers.RENDEZVOUS)).isSameAs(own);
        assertThat(bytes).hasToString("a line\n");
        assertThatThrownBy(() -> handlers.named("file"))
                .hasMessage(
                        "event log handler: \"file\" (expected: one of [console,"
                                + " dynamic_rendezvous, null])");
    }

    @Test
    void a_metric_on_the_console_is_a_line_of_torchs() {
        var data =
                new MetricData(
                        Instant.parse("2026-11-21T06:15:01.000250Z"),
                        "torchelastic",
                        "workers.default.run_total",
                        1);

        MetricHandler.console(console).emit(data);

        assertThat(bytes)
                .hasToString("[1795241701.000250][torchelastic]: workers.default.run_total=1\n");
    }

    @Test
    void flakiness_is_what_part_of_the_restarts_a_success_has_cost() {
        assertThat(MetricRecorder.flakiness(3, 3, false)).isZero();
        assertThat(MetricRecorder.flakiness(10, 3, false)).isEqualTo(63);
        assertThat(MetricRecorder.flakiness(3, 0, true)).isEqualTo(100);
        assertThat(MetricRecorder.flakiness(0, 0, false)).isZero();
    }
}
