package dev.muster.gui.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

class StallRulesTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final long PERIOD = 250;

    private final StallRules rules =
            new StallRules(Duration.ofMillis(500), Duration.ofMinutes(1), Duration.ofSeconds(2));
    private final List<Duration> dumps = new ArrayList<>();
    private StallRules.State state = StallRules.State.at(START);
    private Instant now = START;

    @Test
    void a_thread_that_answers_is_left_alone() {
        for (int times = 0; times < 100; times++) {
            look();
            state = rules.answered(state);
        }

        assertThat(dumps).isEmpty();
    }

    @Test
    void half_a_second_without_an_answer_is_dumped_once() {
        lookFor(Duration.ofSeconds(10));

        assertThat(dumps).containsExactly(Duration.ofMillis(500));
    }

    @Test
    void dumps_are_a_minute_apart() {
        lookFor(Duration.ofSeconds(1));
        state = rules.answered(state);
        lookFor(Duration.ofSeconds(5));
        state = rules.answered(state);
        assertThat(dumps).hasSize(1);
        for (int times = 0; times < 240; times++) {
            look();
            state = rules.answered(state);
        }

        lookFor(Duration.ofSeconds(1));

        assertThat(dumps).hasSize(2);
    }

    @Test
    void a_machine_that_slept_is_no_thread_that_stands_still() {
        look();
        now = now.plus(Duration.ofHours(8));
        look();
        look();

        assertThat(dumps).isEmpty();
    }

    private void lookFor(Duration span) {
        for (long passed = 0; passed < span.toMillis(); passed += PERIOD) look();
    }

    private void look() {
        now = now.plusMillis(PERIOD);
        var step = rules.look(state, now);
        state = step.next();
        step.stalledFor().ifPresent(dumps::add);
    }
}
