package dev.muster.gui.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.gui.timeline.TimeTicks.Tick;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

class TimeTicksTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:03Z");

    @Test
    void minutes_stand_at_whole_minutes() {
        assertThat(labels(Duration.ofMinutes(9), ZoneOffset.UTC))
                .containsExactly(
                        "12:01", "12:02", "12:03", "12:04", "12:05", "12:06", "12:07", "12:08",
                        "12:09");
    }

    @Test
    void what_is_shorter_has_seconds_and_less() {
        assertThat(labels(Duration.ofSeconds(40), ZoneOffset.UTC)).startsWith("12:00:05");
        assertThat(labels(Duration.ofSeconds(2), ZoneOffset.UTC)).startsWith("12:00:03.000");
    }

    @Test
    void midnight_says_which_day_begins() {
        assertThat(labels(Duration.ofHours(30), ZoneOffset.UTC)).contains("2 Mar");
    }

    @Test
    void the_clock_is_that_of_whoever_reads_it() {
        assertThat(labels(Duration.ofMinutes(9), ZoneId.of("Asia/Kolkata"))).startsWith("17:31");
    }

    @ParameterizedTest
    @ValueSource(longs = {50, 999, 60_000, 3_600_000, 86_400_000, 31_536_000_000L})
    void there_is_room_for_every_label_however_long_the_span(long millis) {
        int count = labels(Duration.ofMillis(millis), ZoneOffset.UTC).size();

        assertThat(count).isBetween(1, 12);
    }

    private static List<String> labels(Duration span, ZoneId zone) {
        var scale = new TimeScale(START, START.plus(span), 1_000);
        return TimeTicks.of(scale, zone).stream().map(Tick::label).toList();
    }
}
