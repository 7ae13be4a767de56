package dev.muster.gui.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepTest {
    @ParameterizedTest
    @CsvSource({
        "4, 1, 5",
        "4, -1, 3",
        "1, -1, 1",
        "'', 1, 2",
        "'', -1, 1",
        "cpu, 1, 2",
        "-7, 1, 1",
        "2147483647, 1, 2147483647",
    })
    void counting_moves_the_number_and_never_below_the_least(String text, int by, String next) {
        assertThat(new Step(1, 1).from(text, by)).isEqualTo(next);
    }
}
