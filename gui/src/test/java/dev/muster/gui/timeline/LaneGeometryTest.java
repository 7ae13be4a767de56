package dev.muster.gui.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LaneGeometryTest {
    @Test
    void few_lanes_are_all_in_sight_and_do_not_scroll() {
        var lanes = new LaneGeometry(8, 400, 50);

        assertThat(lanes.scroll()).isZero();
        assertThat(lanes.first()).isZero();
        assertThat(lanes.end()).isEqualTo(8);
        assertThat(lanes.at(lanes.y(3) + 1)).isEqualTo(3);
    }

    @Test
    void of_a_thousand_lanes_only_a_screenful_is_in_sight() {
        var lanes = new LaneGeometry(1_024, 400, 5_000);

        assertThat(lanes.end() - lanes.first()).isLessThan(32);
        assertThat(lanes.at(LaneGeometry.TOP)).isEqualTo(lanes.first());
        assertThat(lanes.at(399)).isEqualTo(lanes.end() - 1);
    }

    @Test
    void the_last_lane_ends_where_scrolling_does() {
        var lanes = new LaneGeometry(1_024, 400, 1e9);

        assertThat(lanes.end()).isEqualTo(1_024);
        assertThat(lanes.y(1_024)).isEqualTo(400);
    }

    @Test
    void a_lane_is_brought_into_sight_with_no_more_scrolling_than_it_takes() {
        var lanes = new LaneGeometry(1_024, 400, 0);

        assertThat(lanes.showing(2).scroll()).isZero();
        assertThat(lanes.showing(500).y(501)).isEqualTo(400);
        assertThat(lanes.showing(500).showing(100).y(100)).isEqualTo(LaneGeometry.TOP);
    }

    @Test
    void the_axis_is_no_lane() {
        assertThat(new LaneGeometry(8, 400, 0).at(10)).isNegative();
    }
}
