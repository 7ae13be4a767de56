package dev.muster.gui.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.gui.fx.Action;
import dev.muster.gui.fx.KeyChord;
import dev.muster.gui.fx.KeyMap;

import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class KeySettingsViewModelTest {
    private final Action launch = Action.of("launch", "Run", "Launch", () -> {}, "Ctrl+N");
    private final Action find = Action.of("find", "Run", "Find", () -> {}, "Ctrl+K");
    private final ObjectProperty<KeyMap> keys = new SimpleObjectProperty<>(KeyMap.USUAL);
    private final KeySettingsViewModel model =
            new KeySettingsViewModel(List.of(launch, find), keys);

    @Test
    void a_free_key_is_taken_at_once() {
        model.choose(launch);

        model.press(chord("F9"));

        assertThat(keys.get().shown(launch)).isEqualTo("F9");
        assertThat(model.waiting().get()).isEmpty();
    }

    @Test
    void a_taken_key_names_who_has_it_and_moves_only_when_pressed_again() {
        model.choose(launch);

        model.press(chord("Ctrl+K"));
        assertThat(model.message().get())
                .isEqualTo("Ctrl+K is the key for “Find”. Press it again to take it from there.");
        assertThat(keys.get()).isEqualTo(KeyMap.USUAL);
        model.press(chord("Ctrl+K"));

        assertThat(keys.get().shown(launch)).isEqualTo("Ctrl+K");
        assertThat(keys.get().shown(find)).isEmpty();
        assertThat(model.message().get()).isEqualTo("“Find” has no key Ctrl+K any more.");
    }

    @Test
    void escape_leaves_the_key_as_it_was() {
        model.choose(launch);

        model.press(KeyChord.alone("Esc"));

        assertThat(keys.get()).isEqualTo(KeyMap.USUAL);
        assertThat(model.waiting().get()).isEmpty();
    }

    @Test
    void keys_that_move_the_keyboard_cannot_be_given_away() {
        model.choose(launch);

        model.press(KeyChord.alone("Tab"));

        assertThat(keys.get()).isEqualTo(KeyMap.USUAL);
        assertThat(model.message().get()).startsWith("Tab is needed to get around.");
    }

    @Test
    void the_usual_key_comes_back_alone_or_with_all_others() {
        model.choose(launch);
        model.press(chord("F9"));
        model.remove(find);
        assertThat(model.isUsual(find)).isFalse();

        model.reset(launch);
        assertThat(keys.get().shown(launch)).isEqualTo("Ctrl+N");
        model.resetAll();

        assertThat(keys.get()).isEqualTo(KeyMap.USUAL);
    }

    @Test
    void a_key_that_somebody_wrote_down_twice_is_named() {
        keys.set(new KeyMap(Map.of("launch", List.of(chord("Ctrl+K")))));

        var opened = new KeySettingsViewModel(List.of(launch, find), keys);

        assertThat(opened.message().get())
                .isEqualTo(
                        "Ctrl+K is the key for “Launch” and “Find”; only the first one gets it.");
    }

    private static KeyChord chord(String words) {
        return KeyChord.read(words).orElseThrow();
    }
}
