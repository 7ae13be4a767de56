package dev.muster.gui.logs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "999, 999 B",
        "1000, 1.0 kB",
        "12400, 12.4 kB",
        "999949, 999.9 kB",
        "999950, 1.0 MB",
        "5000000000, 5.0 GB"
    })
    void sizes_have_three_or_four_digits_and_a_unit(long bytes, String words) {
        assertThat(Amounts.bytes(bytes)).isEqualTo(words);
    }

    @Test
    void counts_say_one_and_many() {
        assertThat(Amounts.lines(1)).isEqualTo("1 line");
        assertThat(Amounts.lines(1234)).isEqualTo("1,234 lines");
        assertThat(Amounts.newLines(38)).isEqualTo("38 new lines");
    }
}
