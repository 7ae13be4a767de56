package dev.muster.agent.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;
import java.util.stream.Stream;

/** elastic-agent §2.1: the configuration string and its values. */
class RendezvousConfigTest {
    @Test
    void keys_and_values_are_trimmed_and_a_value_may_hold_an_equals_sign() {
        var config = RendezvousConfig.parse("  a = 1 ,b=x=y , c =  two words ");

        assertThat(config.options()).isEqualTo(Map.of("a", "1", "b", "x=y", "c", "two words"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " \t\n"})
    void an_empty_string_has_no_options(String text) {
        assertThat(RendezvousConfig.parse(text).options()).isEmpty();
    }

    @Test
    void the_last_of_two_values_counts() {
        assertThat(RendezvousConfig.parse("a=1,a=2").get("a")).contains("2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=", "=v", " = v", ",", "a=1,", ",a=1", "a=1,,b=2"})
    void a_part_without_a_key_is_malformed(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RendezvousConfig.parse(text))
                .withMessage(
                        "The rendezvous configuration string must be in format"
                                + " <key1>=<value1>,...,<keyN>=<valueN>.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a=", "a= ", "b=1,a=,c=2"})
    void a_key_without_a_value_is_named(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RendezvousConfig.parse(text))
                .withMessage(
                        "The rendezvous configuration option 'a' must have a value specified.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "true", "t", "yes", "y", "True", "T", "YES", "yEs"})
    void these_words_are_true(String word) {
        assertThat(of(word).getAsBool("k")).contains(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "false", "f", "no", "n", "False", "F", "NO"})
    void these_words_are_false(String word) {
        assertThat(of(word).getAsBool("k")).contains(false);
    }

    @Test
    void booleans_and_the_numbers_one_and_zero_are_booleans() {
        assertThat(of(true).getAsBool("k")).contains(true);
        assertThat(of(false).getAsBool("k")).contains(false);
        assertThat(of(1).getAsBool("k")).contains(true);
        assertThat(of(0L).getAsBool("k")).contains(false);
        assertThat(RendezvousConfig.EMPTY.getAsBool("k")).isEmpty();
    }

    @Test
    void any_other_value_is_no_boolean() {
        Stream.of("2", "tr", "", " true", "true ", 2, -1, 1.0, 0.0)
                .forEach(
                        value ->
                                assertThatIllegalArgumentException()
                                        .isThrownBy(() -> of(value).getAsBool("k"))
                                        .withMessage(
                                                "The rendezvous configuration option 'k' does not"
                                                        + " represent a valid boolean value."));
    }

    @ParameterizedTest
    @CsvSource({"0,0", "-10,-10", "+7,7", "' 5 ',5", "1_000,1000", "007,7"})
    void integers_are_read_as_python_reads_them(String text, long value) {
        assertThat(of(text).getAsInt("k")).hasValue(value);
    }

    @Test
    void a_float_is_cut_and_a_boolean_counts() {
        assertThat(of(1.5).getAsInt("k")).hasValue(1);
        assertThat(of(-1.5).getAsInt("k")).hasValue(-1);
        assertThat(of(true).getAsInt("k")).hasValue(1);
        assertThat(of(42).getAsInt("k")).hasValue(42);
        assertThat(RendezvousConfig.EMPTY.getAsInt("k")).isEmpty();
    }

    @Test
    void any_other_value_is_no_integer() {
        Stream.of(
                        "1.5",
                        "a",
                        "0a",
                        "3b",
                        "",
                        " ",
                        "_1",
                        "1_",
                        "1__0",
                        "- 1",
                        "0x1",
                        "99999999999999999999",
                        Double.NaN,
                        Double.POSITIVE_INFINITY)
                .forEach(
                        value ->
                                assertThatIllegalArgumentException()
                                        .isThrownBy(() -> of(value).getAsInt("k"))
                                        .withMessage(
                                                "The rendezvous configuration option 'k' does not"
                                                        + " represent a valid integer value."));
    }

    private static RendezvousConfig of(Object value) {
        return new RendezvousConfig(Map.of("k", value));
    }
}
