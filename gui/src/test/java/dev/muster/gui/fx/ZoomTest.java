package dev.muster.gui.fx;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ZoomTest {
    @Test
    void steps_go_from_80_to_200_percent_and_stay_at_the_ends() {
        assertThat(Zoom.USUAL.larger()).isEqualTo(new Zoom(110));
        assertThat(Zoom.USUAL.smaller()).isEqualTo(new Zoom(90));
        assertThat(new Zoom(200).larger()).isEqualTo(new Zoom(200));
        assertThat(new Zoom(80).smaller()).isEqualTo(new Zoom(80));
    }

    @Test
    void a_size_between_steps_goes_on_from_where_it_is() {
        assertThat(new Zoom(130).larger()).isEqualTo(new Zoom(150));
        assertThat(new Zoom(130).smaller()).isEqualTo(new Zoom(125));
    }

    @Test
    void what_somebody_wrote_into_the_file_is_kept_within_bounds() {
        assertThat(new Zoom(-5)).isEqualTo(new Zoom(80));
        assertThat(new Zoom(1000)).isEqualTo(new Zoom(200));
    }

    @Test
    void a_small_window_is_drawn_only_as_large_as_leaves_it_room() {
        var twice = new Zoom(200);

        assertThat(twice.fitting(3600, 2240, 900, 560)).isEqualTo(2);
        assertThat(twice.fitting(1350, 2240, 900, 560)).isEqualTo(1.5);
        assertThat(twice.fitting(500, 300, 900, 560)).isEqualTo(1);
        assertThat(new Zoom(80).fitting(500, 300, 900, 560)).isEqualTo(0.8);
    }
}
