package dev.muster.gui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.gui.CockpitCall.Demo;
import dev.muster.gui.CockpitCall.Home;
import dev.muster.gui.CockpitCall.Open;
import dev.muster.gui.CockpitCall.Unknown;

import org.junit.jupiter.api.Test;

import java.util.List;

class CockpitCallTest {
    @Test
    void without_words_the_cockpit_just_opens() {
        assertThat(CockpitCall.of(List.of())).isEqualTo(new Home());
    }

    @Test
    void what_follows_open_is_left_as_it_is() {
        assertThat(CockpitCall.of(List.of("open", "train.py", "--nproc-per-node", "4")))
                .isEqualTo(new Open(List.of("train.py", "--nproc-per-node", "4")));
    }

    @Test
    void demo_takes_nothing_more() {
        assertThat(CockpitCall.of(List.of("demo"))).isEqualTo(new Demo());
        assertThat(CockpitCall.of(List.of("demo", "--fast")))
                .isEqualTo(new Unknown("demo: found [--fast] (expected: nothing more)"));
    }

    @Test
    void open_wants_a_script() {
        assertThat(CockpitCall.of(List.of("open")))
                .isEqualTo(new Unknown("open: no script given (expected: muster open SCRIPT)"));
    }

    @Test
    void an_unknown_call_is_answered_with_the_known_ones() {
        assertThat(CockpitCall.of(List.of("fly")))
                .isEqualTo(
                        new Unknown(
                                "fly: not a call of the cockpit (expected: open SCRIPT, demo, or"
                                        + " nothing)"));
    }
}
