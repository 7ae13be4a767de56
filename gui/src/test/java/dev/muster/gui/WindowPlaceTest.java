package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.geometry.Rectangle2D;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class WindowPlaceTest {
    private static final Rectangle2D LEFT = new Rectangle2D(0, 0, 1920, 1080);
    private static final Rectangle2D RIGHT = new Rectangle2D(1920, 0, 2560, 1440);

    @Test
    void what_it_is_written_as_reads_back() {
        var place = new WindowPlace(-20, 40, 1280, 800, true);

        assertThat(place.words()).isEqualTo("-20 40 1280 800 maximized");
        assertThat(WindowPlace.read(place.words())).contains(place);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1 2 3", "1 2 3 x", "1 2 0 4", "NaN 2 3 4", "1 2 3 4 5"})
    void what_is_no_place_is_not_taken_for_one(String words) {
        assertThat(WindowPlace.read(words)).isEmpty();
    }

    @Test
    void it_stays_where_it_was_while_that_screen_is_there() {
        var place = new WindowPlace(2000, 100, 1280, 800, false);

        assertThat(place.on(List.of(LEFT, RIGHT))).isEqualTo(place);
    }

    @Test
    void it_comes_to_the_middle_of_the_first_screen_when_its_own_is_gone() {
        var place = new WindowPlace(2000, 100, 2400, 800, false);

        assertThat(place.on(List.of(LEFT))).isEqualTo(new WindowPlace(0, 140, 1920, 800, false));
    }

    @Test
    void a_window_whose_title_bar_is_out_of_reach_comes_back() {
        assertThat(new WindowPlace(100, -300, 1280, 800, false).on(List.of(LEFT)).y())
                .isEqualTo(140);
        assertThat(new WindowPlace(1900, 100, 1280, 800, false).on(List.of(LEFT)).x())
                .isEqualTo(320);
    }

    @Test
    void the_usual_one_is_in_the_middle_and_no_larger_than_the_screen() {
        assertThat(WindowPlace.usual(LEFT)).isEqualTo(new WindowPlace(320, 140, 1280, 800, false));
        assertThat(WindowPlace.usual(new Rectangle2D(0, 0, 1000, 600)))
                .isEqualTo(new WindowPlace(0, 0, 1000, 600, false));
    }
}
