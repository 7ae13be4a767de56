package dev.muster.gui.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.session.ReplayPosition;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;

class ReplayViewModelTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final Tape tape = new Tape();
    private final ReplayViewModel model = new ReplayViewModel(ZoneOffset.UTC);

    @Test
    void a_live_run_has_nothing_to_scrub_through() {
        assertThat(model.position()).isEmpty();
        assertThat(model.words()).isEmpty();
        model.toggle();
        model.seek(0.5);
        assertThat(model.isPlaying()).isFalse();
    }

    @Test
    void a_recording_says_where_it_stands() {
        model.follow(Optional.of(tape));

        assertThat(model.words()).isEqualTo("12:01:40.000 · 1 min 40 s of 3 min 20 s · event 7");
    }

    @Test
    void it_plays_with_the_speed_that_was_chosen_and_is_held_again() {
        model.follow(Optional.of(tape));

        model.choose(16);
        assertThat(model.isPlaying()).isFalse();
        model.toggle();
        assertThat(tape.speed).isEqualTo(16);
        model.choose(64);
        assertThat(tape.speed).isEqualTo(64);

        model.toggle();
        assertThat(model.isPlaying()).isFalse();
    }

    @Test
    void a_share_of_the_run_is_a_time_of_it() {
        model.follow(Optional.of(tape));

        model.seek(0.25);
        assertThat(tape.time).isEqualTo(NOON.plusSeconds(50));

        model.seek(7);
        assertThat(tape.time).isEqualTo(NOON.plusSeconds(200));
    }

    @Test
    void steps_go_to_and_fro() {
        model.follow(Optional.of(tape));

        model.step(3);
        model.step(-1);

        assertThat(tape.time).isEqualTo(NOON.plusSeconds(120));
    }

    /** A recording of 200 seconds in its middle. */
    private static final class Tape implements Playback {
        private Instant time = NOON.plusSeconds(100);
        private double speed;

        @Override
        public ReplayPosition position() {
            return new ReplayPosition(7, time, speed, NOON, NOON.plusSeconds(200));
        }

        @Override
        public void seek(Instant to) {
            time = to;
        }

        @Override
        public void play(double faster) {
            speed = faster;
        }

        @Override
        public void pause() {
            speed = 0;
        }
    }
}
