package dev.muster.gui.fx;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyChordTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"Ctrl+K", "Ctrl+Shift+P", "F6", "?", "Ctrl+.", "Ctrl++", "+", "Alt+PageUp"})
    void what_it_is_written_as_reads_back(String words) {
        assertThat(KeyChord.read(words)).map(KeyChord::words).contains(words);
    }

    @Test
    void case_and_order_of_what_is_held_do_not_matter() {
        assertThat(KeyChord.read(" shift + ctrl + p "))
                .map(KeyChord::words)
                .contains("Ctrl+Shift+P");
        assertThat(KeyChord.read("pageup")).map(KeyChord::words).contains("PageUp");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "Ctrl+", "Hyper+K", "Ctrl+Banana", "F99", "Ctrl K"})
    void what_is_no_key_is_not_taken_for_one(String words) {
        assertThat(KeyChord.read(words)).isEmpty();
    }

    @Test
    void a_key_that_writes_or_moves_belongs_to_the_text_field_that_has_the_keyboard() {
        assertThat(KeyChord.alone("?").isForTexts()).isTrue();
        assertThat(KeyChord.alone("Home").isForTexts()).isTrue();
        assertThat(KeyChord.alone("F6").isForTexts()).isFalse();
        assertThat(KeyChord.read("Ctrl+K").orElseThrow().isForTexts()).isFalse();
    }
}
