package dev.muster.gui.fx;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class KeyMapTest {
    private final Action launch = Action.of("launch", "Run", "Launch", () -> {}, "Ctrl+N");
    private final Action find = Action.of("find", "Run", "Find", () -> {}, "Ctrl+K", "Ctrl+P");
    private final List<Action> all = List.of(launch, find);

    @Test
    void an_action_has_its_own_keys_until_another_is_chosen() {
        var map = KeyMap.USUAL.with(launch, chord("F2"), all);

        assertThat(KeyMap.USUAL.shown(launch)).isEqualTo("Ctrl+N");
        assertThat(map.find(all, chord("F2"))).contains(launch);
        assertThat(map.find(all, chord("Ctrl+N"))).isEmpty();
        assertThat(map.isUsual(launch)).isFalse();
        assertThat(map.isUsual(find)).isTrue();
    }

    @Test
    void a_key_that_is_taken_from_another_action_leaves_it_the_rest() {
        var map = KeyMap.USUAL.with(launch, chord("Ctrl+K"), all);

        assertThat(map.find(all, chord("Ctrl+K"))).contains(launch);
        assertThat(map.of(find)).containsExactly(chord("Ctrl+P"));
    }

    @Test
    void going_back_to_the_usual_key_takes_it_from_whoever_has_it_now() {
        var map = KeyMap.USUAL.with(find, chord("Ctrl+N"), all).usual(launch, all);

        assertThat(map.of(launch)).containsExactly(chord("Ctrl+N"));
        assertThat(map.of(find)).isEmpty();
    }

    @Test
    void an_action_can_be_left_without_a_key() {
        var map = KeyMap.USUAL.without(launch);

        assertThat(map.shown(launch)).isEmpty();
        assertThat(map.find(all, chord("Ctrl+N"))).isEmpty();
    }

    private static KeyChord chord(String words) {
        return KeyChord.read(words).orElseThrow();
    }
}
