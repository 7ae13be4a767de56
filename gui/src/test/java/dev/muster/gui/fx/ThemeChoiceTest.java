package dev.muster.gui.fx;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThemeChoiceTest {
    @Test
    void the_desktop_decides_only_when_it_was_asked_to() {
        assertThat(new ThemeChoice.AsSystem().on(true)).isEqualTo(Theme.LIGHT);
        assertThat(new ThemeChoice.AsSystem().on(false)).isEqualTo(Theme.DARK);
        assertThat(new ThemeChoice.Always(Theme.HIGH_CONTRAST).on(true))
                .isEqualTo(Theme.HIGH_CONTRAST);
    }

    @Test
    void every_choice_is_remembered_by_its_word() {
        for (var choice : ThemeChoice.all()) {
            assertThat(ThemeChoice.named(choice.word())).contains(choice);
        }
        assertThat(ThemeChoice.named("pink")).isEmpty();
    }
}
