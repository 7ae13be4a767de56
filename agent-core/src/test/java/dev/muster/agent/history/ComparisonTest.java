package dev.muster.agent.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.history.Comparison.Change;
import dev.muster.agent.history.Comparison.Difference;
import dev.muster.agent.history.Comparison.Side;
import dev.muster.agent.history.Comparison.VariableDifference;
import dev.muster.agent.job.RunId;
import dev.muster.agent.job.SampleSpec;
import dev.muster.agent.journal.KeptSpec;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class ComparisonTest {
    @Test
    void settings_that_differ_are_named_and_others_are_not() {
        var comparison =
                Comparison.of(
                        side(SampleSpec.ofScript().workers(2).masterPort(29500), 0),
                        side(SampleSpec.ofScript().workers(4), 0));

        assertThat(comparison.settings())
                .containsExactly(
                        new Difference("workers", Optional.of("2"), Optional.of("4")),
                        new Difference("master port", Optional.of("29500"), Optional.empty()));
    }

    @Test
    void results_are_told_whether_they_differ_or_not() {
        var comparison =
                Comparison.of(side(SampleSpec.ofScript(), 0), side(SampleSpec.ofScript(), 3));

        assertThat(comparison.results())
                .extracting(Difference::name)
                .containsExactly(
                        "outcome",
                        "duration",
                        "exit code",
                        "attempts",
                        "restarts",
                        "failures",
                        "because");
        assertThat(comparison.results())
                .filteredOn(Difference::differs)
                .containsExactly(new Difference("failures", Optional.of("0"), Optional.of("3")));
    }

    @Test
    void a_variable_of_which_only_the_name_was_kept_is_not_called_different() {
        var old = new KeptSpec(SampleSpec.ofScript().build(), List.of("TOKEN", "GONE"));
        var comparison =
                Comparison.of(
                        new Side(RUN, Optional.of(old), 0),
                        side(SampleSpec.ofScript().environment(Map.of("TOKEN", "s3cret")), 0));

        assertThat(comparison.environment())
                .containsExactly(new VariableDifference("GONE", Change.ONLY_LEFT));
    }

    private static final PastRun RUN =
            new PastRun(
                    new RunId("run"),
                    RunState.SUCCEEDED,
                    "train.py",
                    "",
                    "gpu-a",
                    PastRuns.NOON,
                    Optional.of(PastRuns.at(Duration.ofMinutes(3))),
                    Optional.of(0),
                    1,
                    1,
                    0,
                    "all workers are done",
                    0,
                    Optional.empty(),
                    Optional.empty());

    private static Side side(SampleSpec spec, int failures) {
        return new Side(RUN, Optional.of(new KeptSpec(spec.build(), List.of())), failures);
    }
}
