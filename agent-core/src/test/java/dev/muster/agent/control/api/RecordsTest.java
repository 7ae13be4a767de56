package dev.muster.agent.control.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.agent.event.GpuUsage;
import dev.muster.agent.event.RunUsage;
import dev.muster.agent.event.WorkerUsage;
import dev.muster.agent.job.JobSpec;
import dev.muster.agent.job.Rank;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.journal.UnreadableRecord;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

class RecordsTest {
    private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
    private static final Map<Rank, WorkerUsage> USED =
            Map.of(
                    new Rank(0),
                    new WorkerUsage(1.5, 1 << 30, 0, 12.25, 9, 2, Optional.empty()),
                    new Rank(1),
                    new WorkerUsage(
                            0,
                            1,
                            2,
                            3,
                            4,
                            5,
                            Optional.of(new GpuUsage(1L << 34, OptionalInt.of(87)))),
                    new Rank(2),
                    new WorkerUsage(
                            0, 1, 2, 3, 4, 5, Optional.of(new GpuUsage(7, OptionalInt.empty()))));

    @Test
    void what_an_agent_says_of_itself_comes_back() {
        var facts =
                new AgentFacts(
                        "0.1.0",
                        ApiLimits.VERSION,
                        4711,
                        AT,
                        "gpu-a",
                        AgentFacts.Kind.COCKPIT,
                        List.of(new RunId("a"), new RunId("b")));

        assertThat(AgentFacts.read(facts.text())).isEqualTo(facts);
    }

    @Test
    void a_launch_carries_the_values_that_no_journal_has() {
        JobSpec spec = SampleSpec.ofScript().environment(Map.of("TOKEN", "secret=1")).build();

        String body = LaunchJson.text(spec);

        assertThat(LaunchJson.read(body)).isEqualTo(spec);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A=B", "A\\u0000"})
    void a_launch_with_a_variable_that_no_environment_can_have_is_refused(String name) {
        String body = LaunchJson.text(SampleSpec.ofScript().environment(Map.of("TO", "x")).build());

        assertThatThrownBy(
                        () ->
                                LaunchJson.read(
                                        body.replace(
                                                "\"TO\":\"x\"", "\"%s\":\"x\"".formatted(name))))
                .isInstanceOf(UnreadableRecord.class)
                .hasMessageContaining("environment");
    }

    @Test
    void what_workers_use_comes_back_with_its_past_and_then_without() {
        RunUsage first = RunUsage.first(AT, USED);
        RunUsage second = first.next(AT.plusSeconds(2), USED);
        RunUsage third = second.next(AT.plusSeconds(4), Map.of());

        RunUsage known = UsageJson.read(UsageJson.whole(second), Optional.empty());
        RunUsage later = UsageJson.read(UsageJson.latest(third), Optional.of(known));

        assertThat(known).isEqualTo(second);
        assertThat(later).isEqualTo(third);
    }
}
