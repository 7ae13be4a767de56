package dev.muster.gui.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.gui.testing.RunStory;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

class TimeAxisTest {
    private static final Instant NOON = RunStory.NOON;

    @Test
    void marks_stand_at_round_moments_and_are_not_too_many() {
        var axis = TimeAxis.of(NOON.plusSeconds(17), NOON.plusSeconds(17 + 480));

        assertThat(axis.marks(5, ZoneOffset.UTC))
                .extracting(at -> axis.words(at, ZoneOffset.UTC))
                .containsExactly("12:02", "12:04", "12:06", "12:08");
    }

    @Test
    void round_moments_are_those_of_the_place() {
        var axis = TimeAxis.of(NOON, NOON.plusSeconds(3 * 3_600));
        ZoneId kathmandu = ZoneId.of("Asia/Kathmandu"); // a quarter of an hour off

        assertThat(axis.marks(4, kathmandu))
                .extracting(at -> axis.words(at, kathmandu))
                .containsExactly("18:00", "19:00", "20:00");
    }

    @Test
    void a_run_that_has_just_begun_has_a_minute_before_it() {
        var axis = TimeAxis.of(NOON, NOON.plusSeconds(2));

        assertThat(axis.share(NOON.plusSeconds(2))).isEqualTo(1);
        assertThat(axis.from()).isEqualTo(NOON.minusSeconds(58));
        assertThat(axis.words(NOON, ZoneOffset.UTC)).isEqualTo("12:00:00");
    }
}
