package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.fleet.FleetPlace.Kind;
import dev.muster.agent.pairing.Role;
import dev.muster.agent.session.Connection;
import dev.muster.gui.run.Rights;
import dev.muster.gui.testing.FleetStory;

import org.junit.jupiter.api.Test;

class PlaceRightsTest {
    @Test
    void runs_of_this_user_may_be_steered_and_started_again() {
        assertThat(PlaceRights.of(FleetStory.here())).isEqualTo(Rights.ALL);
        var far = PlaceRights.of(FleetStory.machine("gpu-box"));
        assertThat(far.whyNotSteered()).isEmpty();
        assertThat(far.whyNotStarted()).isEmpty();
        assertThat(far.whyNotKeptHere().orElseThrow()).contains("on another machine");
    }

    @Test
    void a_viewer_may_do_neither_and_is_told_how_to_become_more() {
        var rights = PlaceRights.of(FleetStory.paired("gpu-box", Role.VIEWER));

        assertThat(rights.whyNotSteered())
                .contains(
                        "Paired as viewer: runs there can be watched, not steered. A code made"
                                + " there by `muster pair --role operator` changes that.");
        assertThat(rights.whyNotStarted().orElseThrow()).contains("`muster pair --role admin`");
    }

    @Test
    void an_operator_may_steer_what_is_there_and_start_nothing() {
        var rights = PlaceRights.of(FleetStory.paired("gpu-box", Role.OPERATOR));

        assertThat(rights.whyNotSteered()).isEmpty();
        assertThat(rights.whyNotStarted().orElseThrow())
                .startsWith("Paired as operator: runs there can be watched and steered, but none");
    }

    @Test
    void what_was_recorded_may_only_be_run_again_and_what_is_watched_not_even_that() {
        var connected = new Connection.Connected();
        var recorded = PlaceRights.of(FleetStory.place("recorded", Kind.RECORDED, "", connected));
        var watched = PlaceRights.of(FleetStory.place("job", Kind.OBSERVED, "", connected));

        assertThat(recorded.whyNotSteered()).isPresent();
        assertThat(recorded.whyNotStarted()).isEmpty();
        assertThat(watched.whyNotSteered()).isPresent();
        assertThat(watched.whyNotStarted()).isPresent();
    }
}
