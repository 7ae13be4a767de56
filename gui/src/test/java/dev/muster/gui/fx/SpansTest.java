package dev.muster.gui.fx;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;

class SpansTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 s",
        "59, 59 s",
        "60, 1 min 00 s",
        "192, 3 min 12 s",
        "3600, 1 h 00 min",
        "7440, 2 h 04 min",
        "90000, 1 d 01 h",
        "-5, 0 s"
    })
    void a_span_is_told_in_its_two_largest_units(long seconds, String words) {
        assertThat(Spans.words(Duration.ofSeconds(seconds))).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"751, 00:12:31", "0, 00:00:00", "360000, 100:00:00"})
    void a_clock_runs_past_a_day(long seconds, String clock) {
        assertThat(Spans.clock(Duration.ofSeconds(seconds))).isEqualTo(clock);
    }

    @ParameterizedTest
    @CsvSource({
        "26400, 27 s",
        "27000, 27 s",
        "94000, 94 s",
        "1, 1 s",
        "0, 0 s",
        "150000, 2 min 30 s"
    })
    void a_countdown_shows_a_second_until_it_is_over(long millis, String left) {
        assertThat(Spans.left(Duration.ofMillis(millis))).isEqualTo(left);
    }
}
