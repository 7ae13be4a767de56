package dev.muster.gui.palette;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class PaletteViewModelTest {
    private final List<String> done = new ArrayList<>();
    private final PaletteViewModel model =
            new PaletteViewModel(
                    List.of(
                            impossible("Restart the group", "No run is shown."),
                            command("Launch a new run"),
                            command("Settings"),
                            Entry.place("Rank 3", "", false, () -> done.add("Rank 3"))),
                    () -> done.add("close"));

    @Test
    void before_anything_is_typed_it_offers_what_is_common_and_possible_first() {
        assertThat(names()).containsExactly("Launch a new run", "Settings", "Restart the group");
    }

    @Test
    void letters_find_what_is_not_common_too() {
        model.find("rank");

        assertThat(names()).containsExactly("Rank 3");
    }

    @Test
    void enter_closes_the_palette_and_then_does_what_is_picked() {
        model.find("sett");

        model.act();

        assertThat(done).containsExactly("close", "Settings");
    }

    @Test
    void what_cannot_be_done_says_why_and_the_palette_stays() {
        model.find("restart");

        model.act();

        assertThat(done).isEmpty();
        assertThat(model.message().get()).isEqualTo("No run is shown.");
    }

    @Test
    void arrows_go_round() {
        model.move(-1);
        assertThat(model.picked().get()).isEqualTo(2);

        model.move(1);

        assertThat(model.picked().get()).isZero();
    }

    @Test
    void new_letters_pick_the_best_again() {
        model.move(1);

        model.find("n");

        assertThat(model.picked().get()).isZero();
    }

    @Test
    void nothing_found_is_said_and_enter_does_nothing() {
        model.find("zzz");

        model.act();

        assertThat(done).isEmpty();
        assertThat(model.message().get()).isEqualTo("Nothing here is called that.");
    }

    private List<String> names() {
        return model.found().stream().map(found -> found.entry().name()).toList();
    }

    private Entry command(String name) {
        return new Entry(name, "", true, Optional.empty(), true, () -> done.add(name));
    }

    private Entry impossible(String name, String why) {
        return new Entry(name, "", true, Optional.of(why), true, () -> done.add(name));
    }
}
