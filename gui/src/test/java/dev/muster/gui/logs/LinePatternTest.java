package dev.muster.gui.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.regex.PatternSyntaxException;

class LinePatternTest {
    @ParameterizedTest(name = "{0} in {1}: {2}")
    @CsvSource({
        "loss, 'step 12 loss 0.3', true",
        "loss, 'step 12 LOSS 0.3', true",
        "Loss, 'step 12 loss 0.3', false",
        "Loss, 'step 12 Loss 0.3', true",
        "0.3, 'step 12 loss 0.3', true",
        "0.3, 'step 12 loss 0x3', false",
        "step 123, 'step 12', false",
        "ss, 'step 12 loss', true"
    })
    void words_are_found_as_they_stand_and_capitals_count_only_when_asked_for(
            String words, String line, boolean isThere) {
        var pattern = LinePattern.literal(words);
        byte[] bytes = line.getBytes(StandardCharsets.US_ASCII);

        assertThat(pattern.isIn(line)).isEqualTo(isThere);
        assertThat(pattern.isIn(bytes, 0, bytes.length)).isEqualTo(isThere);
    }

    @Test
    void expressions_find_every_place() {
        var pattern = LinePattern.regex("r[0-9]+");

        assertThat(pattern.placesIn("r1 waits for r23"))
                .containsExactly(new Columns(0, 2), new Columns(13, 3));
    }

    @Test
    void a_broken_expression_is_refused() {
        assertThatThrownBy(() -> LinePattern.regex("rank("))
                .isInstanceOf(PatternSyntaxException.class);
    }

    @Test
    void an_expression_that_would_take_for_ever_is_given_up() {
        var pattern = LinePattern.regex("(a+)+b");

        assertThat(pattern.isIn("a".repeat(200))).isFalse();
        assertThat(pattern.placesIn("a".repeat(200))).isEmpty();
    }

    @Test
    void an_expression_that_goes_too_deep_is_given_up() {
        var pattern = LinePattern.regex("(x|y)*z");

        assertThat(pattern.isIn("xy".repeat(30_000))).isFalse();
    }

    @Test
    void a_line_of_a_megabyte_is_looked_at_to_its_end_for_words() {
        var line = "-".repeat(1 << 20) + "needle";

        assertThat(LinePattern.literal("needle").isIn(line)).isTrue();
    }
}
