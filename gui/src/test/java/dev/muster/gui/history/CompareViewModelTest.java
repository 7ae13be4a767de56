package dev.muster.gui.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.history.Comparison;
import dev.muster.agent.history.Comparison.Change;
import dev.muster.agent.history.Comparison.Difference;
import dev.muster.agent.history.Comparison.VariableDifference;
import dev.muster.agent.history.PastRun;
import dev.muster.agent.history.RunState;
import dev.muster.agent.job.RunId;
import dev.muster.gui.fx.Days;
import dev.muster.gui.testing.FleetStory;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

class CompareViewModelTest {
    private final PastRun left = run("left", "train.py", 2);
    private final PastRun older = run("older", "train.py", 30);
    private final PastRun before = run("before", "train.py", 20);
    private final PastRun later = run("later", "train.py", 1);
    private final PastRun other = run("other", "eval.py", 3);
    private final Map<RunId, CompletableFuture<Comparison>> asked = new HashMap<>();

    @Test
    void it_begins_with_the_last_run_of_the_same_script_before() {
        var model = model(Optional.empty(), later, left, other, before, older);

        assertThat(model.other().get()).contains(before);
        assertThat(model.others()).doesNotContain(left);
        assertThat(model.name(before)).isEqualTo("train.py of yesterday 16:00");
    }

    @Test
    void the_run_that_was_asked_for_comes_before_the_one_that_is_likely() {
        var model = model(Optional.of(new RunId("other")), left, other, before);

        assertThat(model.other().get()).contains(other);
    }

    @Test
    void where_there_is_no_other_run_it_says_so() {
        var model = model(Optional.empty(), left);

        assertThat(model.remark().get())
                .isEqualTo("There is no other run on this computer to compare it with.");
    }

    @Test
    void how_they_went_stands_before_why_they_may_differ() {
        var model = model(Optional.empty(), left, before);
        assertThat(model.remark().get()).isEqualTo("Reading both runs…");

        answer(
                "before",
                List.of(difference("workers", "4", "8")),
                List.of(new VariableDifference("SEED", Change.OTHER_VALUE)));

        assertThat(model.remark().get()).isEmpty();
        assertThat(model.rows())
                .extracting(CompareRow::spoken)
                .containsExactly(
                        "How they went",
                        "Outcome: succeeded in both",
                        "Attempts: 1, and 3",
                        "Settings that differ",
                        "Workers: 4, and 8",
                        "Variables that differ (values are not shown)",
                        "SEED: set, and set to something else");
    }

    @Test
    void settings_that_are_all_alike_are_said_to_be() {
        var model = model(Optional.empty(), left, before);

        answer("before", List.of(), List.of());

        assertThat(model.rows().getLast().spoken())
                .isEqualTo("Both were started with the same settings.");
    }

    @Test
    void an_answer_that_comes_when_another_run_was_chosen_is_not_shown() {
        var model = model(Optional.empty(), left, before, older);
        model.other().set(Optional.of(older));

        answer("before", List.of(), List.of());

        assertThat(model.rows()).isEmpty();
        asked("older").completeExceptionally(new IOException("its folder is gone"));
        assertThat(model.remark().get()).isEqualTo("They cannot be compared: its folder is gone.");
    }

    private void answer(
            String right, List<Difference> settings, List<VariableDifference> environment) {
        var results =
                List.of(
                        difference("outcome", "succeeded", "succeeded"),
                        difference("attempts", "1", "3"));
        asked(right).complete(new Comparison(left, before, settings, environment, results));
    }

    private CompletableFuture<Comparison> asked(String other) {
        return Objects.requireNonNull(asked.get(new RunId(other)));
    }

    private static Difference difference(String name, String left, String right) {
        return new Difference(name, Optional.of(left), Optional.of(right));
    }

    private CompareViewModel model(Optional<RunId> right, PastRun... runs) {
        return new CompareViewModel(
                left,
                List.of(runs),
                right,
                (_, other) -> asked.computeIfAbsent(other, _ -> new CompletableFuture<>()),
                Runnable::run,
                new Days(ZoneOffset.UTC),
                RunStory.NOON);
    }

    private static PastRun run(String id, String name, int hoursAgo) {
        return FleetStory.past(
                id,
                name,
                RunState.SUCCEEDED,
                RunStory.NOON.minus(Duration.ofHours(hoursAgo)),
                Duration.ofMinutes(3));
    }
}
