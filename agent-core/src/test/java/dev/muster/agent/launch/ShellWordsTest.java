package dev.muster.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;

class ShellWordsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "two words",
                "it's",
                "",
                "\"",
                "\\",
                "$A",
                "`a`",
                "a\nb",
                "~",
                "#x"
            })
    void a_joined_word_is_split_into_itself(String word) {
        var split = ShellWords.split(ShellWords.join(List.of(word, "x")), Map.of("A", "1"));

        assertThat(split.words()).containsExactly(word, "x");
        assertThat(split.problems()).isEmpty();
    }

    @Test
    void a_text_over_several_lines_is_one_list_of_words() {
        var split = ShellWords.split("--lr 1\n  --name 'a b' \\\n --last", Map.of());

        assertThat(split.words()).containsExactly("--lr", "1", "--name", "a b", "--last");
        assertThat(split.problems()).isEmpty();
    }

    @Test
    void what_a_shell_would_act_on_is_said() {
        var split = ShellWords.split("a | b", Map.of());

        assertThat(split.problems()).containsExactly("found | outside of quotes; put it in quotes");
    }
}
