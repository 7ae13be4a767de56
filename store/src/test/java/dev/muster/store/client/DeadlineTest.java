package dev.muster.store.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class DeadlineTest {
    private static final Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE);
    private static final Duration LONG_AGO = Duration.ofSeconds(Long.MIN_VALUE);

    @Test
    void a_time_that_no_clock_can_count_is_long() {
        var deadline = Deadline.in(ENDLESS);

        assertThat(deadline.remaining()).isGreaterThan(Duration.ofDays(36_000));
        assertThat(deadline.atMost().toMillis()).isPositive();
    }

    @Test
    void a_time_that_was_over_before_any_clock_began_is_over() {
        var deadline = Deadline.in(LONG_AGO);

        assertThat(deadline.remainingNanos()).isNegative();
        assertThat(deadline.atMost().toMillis()).isNegative();
    }
}
