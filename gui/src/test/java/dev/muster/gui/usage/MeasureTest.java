package dev.muster.gui.usage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasureTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CORES | 1.024 | 1.02 cores",
                "CORES | 1234.4 | 1,234 cores",
                "RESIDENT | 7.12e9 | 7.1 GB",
                "RESIDENT | 0 | 0 B",
                "READ | 340000 | 340 kB/s",
                "WRITTEN | 999.96 | 1.0 kB/s",
                "GPU_BUSY | 86.6 | 87 %",
                "GPU_MEMORY | NaN | –"
            })
    void a_figure_is_written_with_its_unit(Measure measure, double figure, String words) {
        assertThat(measure.words(figure)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CORES | 1 | 1",
                "CORES | 0.5 | 0.5",
                "RESIDENT | 4e9 | 4 GB",
                "READ | 0 | 0",
                "GPU_BUSY | 50 | 50 %",
                "WRITTEN | 100 | 100 B/s"
            })
    void an_axis_has_no_digits_that_say_nothing(Measure measure, double figure, String words) {
        assertThat(measure.mark(figure)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "0.3, 0.3", "1.7, 2", "7, 8", "8.1, 10", "41, 60", "1000, 1000"})
    void a_scale_ends_at_the_next_round_figure(double largest, double top) {
        assertThat(Scale.of(largest).top()).isCloseTo(top, within());
        assertThat(Scale.of(largest).share(largest)).isBetween(0.0, 1.0);
    }

    @Test
    void a_scale_of_nothing_is_a_scale() {
        assertThat(Scale.of(Double.NaN)).isEqualTo(new Scale(1, 2));
        assertThat(Scale.of(Double.POSITIVE_INFINITY)).isEqualTo(new Scale(1, 2));
        assertThat(Scale.of(-3)).isEqualTo(new Scale(1, 2));
    }

    private static org.assertj.core.data.Offset<Double> within() {
        return org.assertj.core.data.Offset.offset(1e-9);
    }
}
