package dev.muster.gui.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.command.CommandOutcome;
import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

class ScaleViewModelTest {
    private final List<String> asked = new ArrayList<>();
    private final CompletableFuture<CommandOutcome> answer = new CompletableFuture<>();
    private final ScaleViewModel model =
            new ScaleViewModel(
                    2,
                    4,
                    (min, max) -> {
                        asked.add(min + ":" + max);
                        return answer;
                    },
                    () -> asked.add("done"),
                    () -> RunStory.NOON,
                    ZoneOffset.UTC);

    @Test
    void it_begins_with_the_numbers_as_they_are() {
        assertThat(model.min().get()).isEqualTo("2");
        assertThat(model.max().get()).isEqualTo("4");
    }

    @Test
    void numbers_that_are_none_are_told_before_anybody_is_asked() {
        model.min().set("two");
        model.scale();
        assertThat(model.problem().get()).isEqualTo("Both are whole numbers of nodes, 1 or more.");

        model.min().set("5");
        assertThat(model.problem().get()).isEmpty();
        model.scale();

        assertThat(model.problem().get()).isEqualTo("The maximum is less than the minimum.");
        assertThat(asked).isEmpty();
    }

    @Test
    void while_the_agent_is_asked_it_is_said_since_when_and_nobody_is_asked_twice() {
        model.max().set(" 6 ");

        model.scale();
        model.scale();

        assertThat(model.waiting().get()).isEqualTo("Waiting for the agent since 12:00:00…");
        assertThat(asked).containsExactly("2:6");
        answer.complete(new CommandOutcome.Accepted("the job may have 2 to 6 nodes"));
        assertThat(asked).containsExactly("2:6", "done");
    }

    @Test
    void a_refusal_stays_in_sight() {
        model.scale();

        answer.complete(new CommandOutcome.Refused("a foreign agent takes part"));

        assertThat(model.problem().get()).isEqualTo("Not done: a foreign agent takes part.");
        assertThat(model.waiting().get()).isEmpty();
    }
}
