package dev.muster.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;

class MentionsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant LATER = NOON.plus(Mentions.WINDOW);

    private final Mentions mentions = new Mentions();

    @Test
    void some_of_one_caller_are_news_and_the_rest_is_told_when_its_minute_is_over() {
        for (int k = 0; k < Mentions.MOST; k++) {
            assertThat(mentions.isNews("laptop", "ask " + k, NOON)).isTrue();
        }
        assertThat(mentions.isNews("laptop", "ask on", NOON)).isFalse();
        assertThat(mentions.isNews("laptop", "ask again", NOON)).isFalse();

        assertThat(mentions.due(LATER.minusMillis(1))).isEmpty();
        assertThat(mentions.due(LATER))
                .containsExactly(new Mentions.Rest("laptop", 2, "ask again"));
        assertThat(mentions.due(LATER)).isEmpty();
    }

    @Test
    void what_one_caller_does_hides_nothing_of_another() {
        for (int k = 0; k <= Mentions.MOST; k++) mentions.isNews("laptop", "ask", NOON);

        assertThat(mentions.isNews("phone", "ask", NOON)).isTrue();
        assertThat(mentions.hasUntold()).isTrue();
    }

    @Test
    void each_minute_begins_anew() {
        for (int k = 0; k <= Mentions.MOST; k++) mentions.isNews("laptop", "ask", NOON);
        mentions.due(LATER);

        assertThat(mentions.isNews("laptop", "ask", LATER)).isTrue();
        assertThat(mentions.hasUntold()).isFalse();
    }

    @Test
    void more_callers_than_can_be_kept_apart_count_as_one() {
        Instant soon = NOON.plus(Duration.ofSeconds(1));
        for (int k = 0; k < 10_000; k++) mentions.isNews("process " + k, "ask", soon);

        assertThat(mentions.all()).extracting(Mentions.Rest::who).containsExactly("others");
    }
}
