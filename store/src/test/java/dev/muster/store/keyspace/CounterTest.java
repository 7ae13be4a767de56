package dev.muster.store.keyspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.store.protocol.Value;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.OptionalLong;

class CounterTest {
    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    '0',                    0
                    '41',                   41
                    ' 41 trailing',         41
                    '+7',                   7
                    '-7',                   -7
                    '-0',                   0
                    '0012',                 12
                    '12.9',                 12
                    '9223372036854775807',  9223372036854775807
                    '-9223372036854775808', -9223372036854775808
                    """)
    void text_is_read_up_to_where_its_digits_end(String text, long number) {
        assertThat(Counter.read(Value.of(text))).hasValue(number);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-",
                "+",
                "+-1",
                "- 1",
                "ten",
                "9223372036854775808",
                "-9223372036854775809",
                "99999999999999999999999999"
            })
    void what_is_no_64_bit_number_is_not_read(String text) {
        assertThat(Counter.read(Value.of(text))).isEqualTo(OptionalLong.empty());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE})
    void what_is_written_is_read_back(long number) {
        assertThat(Counter.read(Counter.write(number))).hasValue(number);
    }

    @ParameterizedTest
    @ValueSource(ints = {'\t', '\n', 0x0b, '\f', '\r', ' '})
    void any_white_space_may_stand_in_front(int white) {
        assertThat(Counter.read(Value.of((char) white + "5"))).hasValue(5);
    }
}
