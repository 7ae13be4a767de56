package dev.muster.gui.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;

class TimeScaleTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final TimeScale scale = new TimeScale(NOON, NOON.plusSeconds(100), 1_000);

    @Test
    void a_time_is_drawn_where_it_is_found_again() {
        assertThat(scale.x(NOON.plusSeconds(25))).isEqualTo(250);
        assertThat(scale.at(250)).isEqualTo(NOON.plusSeconds(25));
    }

    @Test
    void zooming_leaves_what_is_under_the_pointer_where_it_is() {
        var nearer = scale.zoomed(0.1, 800);

        assertThat(nearer.span()).isEqualTo(Duration.ofSeconds(10));
        assertThat(nearer.x(NOON.plusSeconds(80))).isCloseTo(800, within(0.001));
    }

    @Test
    void nobody_zooms_nearer_than_things_can_be_told_apart() {
        assertThat(scale.zoomed(1e-9, 500).span()).isEqualTo(TimeScale.SHORTEST);
    }

    @Test
    void moving_stops_at_the_beginning_and_at_the_end_of_the_run() {
        var part = scale.zoomed(0.5, 500);

        assertThat(part.moved(-10_000).within(NOON, NOON.plusSeconds(100)))
                .isEqualTo(new TimeScale(NOON, NOON.plusSeconds(50), 1_000));
        assertThat(part.moved(10_000).within(NOON, NOON.plusSeconds(100)))
                .isEqualTo(new TimeScale(NOON.plusSeconds(50), NOON.plusSeconds(100), 1_000));
    }

    @Test
    void a_run_that_has_just_begun_has_a_span_too() {
        assertThat(new TimeScale(NOON, NOON, 1_000).span()).isEqualTo(TimeScale.SHORTEST);
    }
}
