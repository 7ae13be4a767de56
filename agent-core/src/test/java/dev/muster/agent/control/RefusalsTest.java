package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;

class RefusalsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant LATER = NOON.plus(Refusals.WINDOW);

    private final Refusals refusals = new Refusals();

    @Test
    void some_of_one_caller_are_news_and_the_rest_is_told_when_its_minute_is_over() {
        for (int k = 0; k < Refusals.MOST; k++) {
            assertThat(refusals.isNews("laptop", "ask " + k, NOON)).isTrue();
        }
        assertThat(refusals.isNews("laptop", "ask on", NOON)).isFalse();
        assertThat(refusals.isNews("laptop", "ask again", NOON)).isFalse();

        assertThat(refusals.due(LATER.minusMillis(1))).isEmpty();
        assertThat(refusals.due(LATER))
                .containsExactly(new Refusals.Rest("laptop", 2, "ask again"));
        assertThat(refusals.due(LATER)).isEmpty();
    }

    @Test
    void what_one_caller_does_hides_nothing_of_another() {
        for (int k = 0; k <= Refusals.MOST; k++) refusals.isNews("laptop", "ask", NOON);

        assertThat(refusals.isNews("phone", "ask", NOON)).isTrue();
        assertThat(refusals.hasUntold()).isTrue();
    }

    @Test
    void each_minute_begins_anew() {
        for (int k = 0; k <= Refusals.MOST; k++) refusals.isNews("laptop", "ask", NOON);
        refusals.due(LATER);

        assertThat(refusals.isNews("laptop", "ask", LATER)).isTrue();
        assertThat(refusals.hasUntold()).isFalse();
    }

    @Test
    void more_callers_than_can_be_kept_apart_count_as_one() {
        Instant soon = NOON.plus(Duration.ofSeconds(1));
        for (int k = 0; k < 10_000; k++) refusals.isNews("process " + k, "ask", soon);

        assertThat(refusals.all()).extracting(Refusals.Rest::who).containsExactly("others");
    }
}
