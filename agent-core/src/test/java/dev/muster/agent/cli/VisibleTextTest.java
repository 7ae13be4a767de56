package dev.muster.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.stream.IntStream;

class VisibleTextTest {
    @Test
    void plain_text_of_any_language_passes_as_it_is() {
        String text = "\tloss 0.3, größer; 漢字 עברית 😀 👩‍💻";

        assertThat(VisibleText.of(text)).isEqualTo(text);
    }

    @Test
    void escape_sequences_are_shown_and_not_obeyed() {
        assertThat(VisibleText.of("\u001b[2J\u001b]0;title\u0007 \u009b31m"))
                .isEqualTo("␛[2J␛]0;title␇ <U+009B>31m");
    }

    @ParameterizedTest
    @CsvSource({"0000, ␀", "0008, ␈", "000A, ␊", "000D, ␍", "007F, ␡", "0085, <U+0085>"})
    void each_control_character_has_a_sign_of_its_own(String code, String sign) {
        String control = Character.toString(Integer.parseInt(code, 16));

        assertThat(VisibleText.of("a" + control + "b")).isEqualTo("a" + sign + "b");
    }

    @Test
    void nothing_turns_the_reading_direction_behind_the_readers_back() {
        assertThat(VisibleText.of("rm \u202egpj.exe\u202c \u2066x\u2069"))
                .isEqualTo("rm <U+202E>gpj.exe<U+202C> <U+2066>x<U+2069>");
    }

    @Test
    void no_control_character_but_the_tab_ever_gets_through() {
        String all = new String(IntStream.range(0, 0x3000).toArray(), 0, 0x3000);

        assertThat(VisibleText.of(all).chars().filter(Character::isISOControl))
                .containsExactly((int) '\t');
    }
}
